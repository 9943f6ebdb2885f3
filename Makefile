PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEMO := demo-output
INSTALL = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --constraint constraints.txt

.PHONY: demo test clean

# Two models that know the labels answer fresh questions, without network: equally often right, and
# near or far where they are wrong.
demo: export HF_HUB_OFFLINE = 1
demo: $(VENV)/demo
	rm -rf $(DEMO) && mkdir $(DEMO)
	for model in near far; do \
	    echo "evaluating tempanswerqa-$$model"; \
	    $(BIN)/tempanswerqa lm_eval --tasks tempanswerqa_fresh_ttqa_head --model tempanswerqa-$$model \
	        --metadata n=100 --output_path $(DEMO)/$$model --log_samples > $(DEMO)/$$model.log 2>&1 \
	        || { cat $(DEMO)/$$model.log; exit 1; }; \
	done
	$(BIN)/tempanswerqa compare $(DEMO)/near $(DEMO)/far --filter strict-match
	$(BIN)/tempanswerqa explain 'Final Answer: 14,782 days' --task tempanswerqa_fresh_ttqa_head --unit days
	$(BIN)/tempanswerqa report $(DEMO)/near $(DEMO)/far --out $(DEMO)/report

test: $(VENV)/dev
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

$(VENV)/demo: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf,report]'
	touch $@

$(VENV)/dev: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf,api,report,dev]'
	touch $@ $(VENV)/demo

clean:
	rm -rf $(VENV) $(DEMO) build *.egg-info
