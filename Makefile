PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEMO := demo-output
INSTALL = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt

.PHONY: demo test clean

demo: $(VENV)/demo
	$(BIN)/tempanswerqa demo --out $(DEMO)

test: $(VENV)/dev
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

$(VENV)/demo: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf,report]'
	touch $@

$(VENV)/dev: setup.cfg constraints.txt
	$(INSTALL) --editable '.[api,report,dev]'
	touch $@

clean:
	rm -rf $(VENV) $(DEMO) build *.egg-info
