import { hasTag, readMask, readWidgetText } from "../model.js";
import { lines, python, sh } from "./snippet.js";
function multimolecule(model) {
  const sample = readWidgetText(model);
  const predict = sample ? predictWith(model, sample) : void 0;
  return [sh`pip install multimolecule`, embed(model, sample ?? ""), ...predict ? [predict] : []];
}
function embed(model, sample) {
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
function predictWith(model, sample) {
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
  return void 0;
}
export {
  multimolecule
};
