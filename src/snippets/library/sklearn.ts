import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { code, python, type Snippet } from "./snippet.ts";

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
