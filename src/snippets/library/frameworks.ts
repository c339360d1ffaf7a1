import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName } from "../model.ts";
import { code, type GeneratorTable, loadWith, python, type Snippet, text } from "./snippet.ts";

/** Libraries for models of any kind. */
export const frameworks: GeneratorTable = {
	fastai: loadWith("from huggingface_hub import from_pretrained_fastai", "learner = from_pretrained_fastai"),

	keras: ({ id }) => python`
		# "jax", "torch" or "tensorflow"; to be set before keras is imported
		import os

		os.environ["KERAS_BACKEND"] = "jax"

		import keras

		model = keras.saving.load_model(${`hf://${id}`})
	`,

	kernels: ({ id }) => python`
		# pip install kernels
		from kernels import get_kernel

		kernel = get_kernel(${id})
	`,

	mobilint: (model) => python`
		# pip install mblt-model-zoo
		from mblt_model_zoo.vision import MBLT_Engine

		model = MBLT_Engine(
		    model_cls=${readName(model)},
		    model_type="DEFAULT",
		    model_path="",
		    core_mode="global8",
		)
		try:
		    inputs = model.preprocess("path/to/image.jpg")
		    output = model(inputs)
		    result = model.postprocess(output)
		finally:
		    model.dispose()
	`,

	"tf-keras": ({ id }) => python`
		# Needs keras<3.x or tf_keras, see https://github.com/keras-team/tf-keras
		from huggingface_hub import from_pretrained_keras

		model = from_pretrained_keras(${id})
	`,
};

const WARNING = code(
	"# Only load files from people you trust, they may run code:\n" +
		"# https://skops.readthedocs.io/en/stable/persistence.html",
);

export function sklearn(model: ModelData): Snippet {
	return hasTag(model, "skops") ? loadWithSkops(model) : loadFile(model);
}

function loadWithSkops({ id, config }: ModelData): Snippet {
	const { model, model_format } = config?.sklearn ?? {};
	if (!model?.file) return python`# ⚠️ Model filename not specified in config.json`;

	const path = `path_to_folder/${model.file}`;
	if ((model_format ?? model.format) === "pickle")
		return python`
			import joblib
			from skops.hub_utils import download

			download(${id}, "path_to_folder")
			${WARNING}
			model = joblib.load(${path})
		`;
	return python`
		from skops.hub_utils import download
		from skops.io import load

		download(${id}, "path_to_folder")
		${WARNING}
		model = load(${path})
	`;
}

function loadFile({ id }: ModelData): Snippet {
	return python`
		import joblib
		from huggingface_hub import hf_hub_download

		${WARNING}
		model = joblib.load(hf_hub_download(${id}, "sklearn_model.joblib"))
	`;
}

/** Task type of the adapter → class of the base model. */
const CLASSES: ReadonlyMap<string | undefined, string> = new Map([
	["CAUSAL_LM", "AutoModelForCausalLM"],
	["SEQ_2_SEQ_LM", "AutoModelForSeq2SeqLM"],
	["TOKEN_CLS", "AutoModelForTokenClassification"],
	["SEQ_CLS", "AutoModelForSequenceClassification"],
]);

export function peft({ id, config }: ModelData): Snippet {
	const className = CLASSES.get(config?.peft?.task_type);
	if (!className) return text("Task type is invalid.");

	const base = config?.peft?.base_model_name_or_path;
	if (!base) return text("Base model is not found.");

	return python`
		from peft import PeftModel
		from transformers import ${code(className)}

		base_model = ${code(className)}.from_pretrained(${base})
		model = PeftModel.from_pretrained(base_model, ${id})
	`;
}
