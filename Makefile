PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEMO := demo-output
INSTALL = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --constraint constraints.txt

.PHONY: demo test clean

# Evaluates fresh questions twice, without network: a baseline, and a tiny random chat model.
demo: export HF_HUB_OFFLINE = 1
demo: $(VENV)/hf
	$(BIN)/tempanswerqa lm_eval --tasks tempanswerqa_fresh --model tempanswerqa-median \
	    --output_path $(DEMO)/median --log_samples
	$(BIN)/tempanswerqa tiny-model $(DEMO)/tiny-chat-model
	$(BIN)/lm_eval --include_path "$$($(BIN)/tempanswerqa tasks --path)" --tasks tempanswerqa_fresh \
	    --model hf --model_args pretrained=$(DEMO)/tiny-chat-model --device cpu --batch_size 8 \
	    --apply_chat_template --gen_kwargs max_gen_toks=64 --metadata '{"n": 16}' \
	    --output_path $(DEMO)/tiny-chat-model-results --log_samples

test: $(VENV)/dev
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

$(VENV)/hf: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf]'
	touch $@

$(VENV)/dev: setup.cfg constraints.txt
	$(INSTALL) --editable '.[hf,api,report,dev]'
	touch $@ $(VENV)/hf

clean:
	rm -rf $(VENV) $(DEMO) build *.egg-info
