import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readMask, readWidgetText } from "../model.ts";
import { lines, python, type Snippet, sh } from "./snippet.ts";

export function multimolecule(model: ModelData): Snippet[] {
	const sample = readWidgetText(model);
	const predict = sample ? predictWith(model, sample) : undefined;
	return [sh`pip install multimolecule`, embed(model, sample ?? ""), ...(predict ? [predict] : [])];
}

function embed(model: ModelData, sample: string): Snippet {
	const sequence = sample.replace(readMask(model, "<mask>"), "A");
	const load = python`
		from multimolecule import AutoModel, AutoTokenizer

		tokenizer = AutoTokenizer.from_pretrained(${model.id})
		model = AutoModel.from_pretrained(${model.id})
	`;
	if (!sequence) return load;

	const run = python`

		inputs = tokenizer(${sequence}, return_tensors="pt")
		outputs = model(**inputs)
		embeddings = outputs.last_hidden_state
	`;
	return python`${lines(load, run)}`;
}

function predictWith(model: ModelData, sample: string): Snippet | undefined {
	if (hasTag(model, "rna-secondary-structure"))
		return python`
			import multimolecule  # makes the pipeline known
			from transformers import pipeline

			predictor = pipeline("rna-secondary-structure", model=${model.id})
			output = predictor(${sample})
			print(output["secondary_structure"])
		`;
	if (model.pipeline_tag === "fill-mask")
		return python`
			import multimolecule  # makes the models known
			from transformers import pipeline

			predictor = pipeline("fill-mask", model=${model.id})
			output = predictor(${sample})
		`;
	return undefined;
}
