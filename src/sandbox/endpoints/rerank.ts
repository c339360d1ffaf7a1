import { isRecord } from "../../base/json.ts";
import { checkLength, readFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { jsonResponse } from "../responses.ts";
import { dot, embed } from "../text/embedding.ts";
import { countTokens } from "../text/words.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";

const PLACES = 6;

/** Orders documents by how well they fit a query, as Cohere defined it; Together's form is nearly the same. */
export async function answerRerank(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const query = fields.requireText("query");
	const documents = readDocuments(fields.get("documents"));
	const count = fields.integer("top_n", 1) ?? documents.length;
	checkLength("documents", [query, ...documents], LIMITS.promptCharacters);
	checkBehavior(model);
	const vector = embed(query);
	const results = documents
		.map((text, index) => ({
			index,
			relevance_score: Number(Math.max(0, dot(vector, embed(text))).toFixed(PLACES)),
			...(fields.flag("return_documents") ? { document: { text } } : {}),
		}))
		.sort((a, b) => b.relevance_score - a.relevance_score)
		.slice(0, count);
	const id = incoming.state.createId();
	if (incoming.service === "together") {
		const tokens = countTokens([query, ...documents].join("\n"));
		const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens };
		return jsonResponse({ id, object: "rerank", model, results, usage });
	}
	return jsonResponse({ id, results, meta: { api_version: { version: "2" }, billed_units: { search_units: 1 } } });
}

/** A document is a string, or an object with `text`; of other objects all members count. */
function readDocuments(value: unknown): string[] {
	const items: unknown[] = Array.isArray(value) ? value : [];
	const texts = items.map((item) => {
		if (!isRecord(item)) return item;
		return typeof item["text"] === "string" ? item["text"] : JSON.stringify(item);
	});
	if (texts.length > 0 && texts.length <= LIMITS.texts && texts.every((text) => typeof text === "string")) return texts;
	throw invalid("documents", `Invalid 'documents': expected an array of 1 to ${LIMITS.texts} strings or objects.`);
}
