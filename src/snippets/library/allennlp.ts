import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function allennlp(model: ModelData): Snippet {
	const address = `hf://${model.id}`;
	if (!hasTag(model, "question-answering"))
		return python`
			import allennlp_models
			from allennlp.predictors.predictor import Predictor

			predictor = Predictor.from_path(${address})
		`;
	return python`
		import allennlp_models
		from allennlp.predictors.predictor import Predictor

		predictor = Predictor.from_path(${address})

		inputs = {
		    "passage": "The lighthouse was finished in 1872, after nine years of work.",
		    "question": "When was the lighthouse finished?",
		}
		predictions = predictor.predict_json(inputs)
	`;
}
