PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEMO := demo-output
INSTALL = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt

.PHONY: demo test release clean

demo: $(VENV)/demo
	$(BIN)/tempanswerqa demo --out $(DEMO)

test: $(VENV)/dev
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

$(VENV)/demo: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf]'
	touch $@

$(VENV)/dev: setup.cfg constraints.txt
	$(INSTALL) --editable '.[api,dev]'
	touch $@

# Takes VERSION=1.2.3 and a clean checkout whose changelog has a section "Unreleased".
release: $(VENV)/dev
	test -n "$(VERSION)" && git diff --quiet HEAD && grep -qx '## Unreleased' CHANGELOG.md
	perl -pi -e 's/^## Unreleased$$/## $(VERSION)/' CHANGELOG.md
	perl -pi -e 's/^__version__ = .*/__version__ = "$(VERSION)"/' tempanswerqa/__init__.py
	perl -pi -e 's/^version: .*/version: $(VERSION)/' CITATION.cff
	$(BIN)/python -m pytest tests/test_release.py
	git commit --all --message 'Release $(VERSION)'
	git tag 'v$(VERSION)'

clean:
	rm -rf $(VENV) $(DEMO) build *.egg-info
