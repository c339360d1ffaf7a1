import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readWidgetSentences } from "../model.ts";
import { quote } from "../quote.ts";
import { code, commaList, python, type Snippet } from "./snippet.ts";
import { readTrust } from "./transformers.ts";

const SENTENCES = ["The ship leaves at noon.", "The boat sails at midday.", "Bread is best on the day it is baked."];

export function sentenceTransformers(model: ModelData): Snippet {
	if (hasTag(model, "PyLate")) return retrieve(model);
	if (hasTag(model, "cross-encoder") || model.pipeline_tag === "text-ranking") return rank(model);
	return compare(model);
}

function retrieve({ id }: ModelData): Snippet {
	return python`
		from pylate import models

		queries = ["When does the ship leave?", "Which bread keeps longest?"]
		documents = [
		    ["The ship leaves at noon.", "The harbour is open all year."],
		    ["Rye bread keeps for a week.", "Rolls are baked twice a day."],
		]

		model = models.ColBERT(model_name_or_path=${id})
		queries_embeddings = model.encode(queries, is_query=True)
		documents_embeddings = model.encode(documents, is_query=False)
	`;
}

function rank(model: ModelData): Snippet {
	return python`
		from sentence_transformers import CrossEncoder

		model = CrossEncoder(${commaList(python`${model.id}`, readTrust(model))})

		query = "Which planet is called the red planet?"
		passages = [
		    "Venus is about as large as the Earth and much hotter.",
		    "Mars looks red because there is rust in its dust.",
		    "Jupiter has a storm that has raged for centuries.",
		    "Saturn is known for its rings.",
		]

		scores = model.predict([(query, passage) for passage in passages])
		print(scores)
	`;
}

function compare(model: ModelData): Snippet {
	const sentences = readWidgetSentences(model) ?? SENTENCES;
	const list = code(`[\n${sentences.map((sentence) => `    ${quote(sentence)}`).join(",\n")}\n]`);
	return python`
		from sentence_transformers import SentenceTransformer

		model = SentenceTransformer(${commaList(python`${model.id}`, readTrust(model))})

		sentences = ${list}
		embeddings = model.encode(sentences)

		similarities = model.similarity(embeddings, embeddings)
		print(similarities.shape)
		# [${sentences.length}, ${sentences.length}]
	`;
}
