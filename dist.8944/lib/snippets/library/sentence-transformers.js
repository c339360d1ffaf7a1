import { hasTag, readWidgetSentences } from "../model.js";
import { quote } from "../quote.js";
import { code, commaList, python } from "./snippet.js";
import { readTrust } from "./transformers.js";
const SENTENCES = ["The ship leaves at noon.", "The boat sails at midday.", "Bread is best on the day it is baked."];
function sentenceTransformers(model) {
  if (hasTag(model, "PyLate")) return [retrieve(model)];
  if (hasTag(model, "cross-encoder") || model.pipeline_tag === "text-ranking") return [rank(model)];
  return [compare(model)];
}
function retrieve({ id }) {
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
function rank(model) {
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
function compare(model) {
  const sentences = readWidgetSentences(model) ?? SENTENCES;
  const list = code(`[
${sentences.map((sentence) => `    ${quote(sentence)}`).join(",\n")}
]`);
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
export {
  sentenceTransformers
};
