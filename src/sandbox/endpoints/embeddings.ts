import { toBase64 } from "../../base/base64.ts";
import { type BodyFields, readFields, readTexts } from "../body.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { jsonResponse } from "../responses.ts";
import { DEFAULT_DIMENSIONS, embed } from "../text/embedding.ts";
import { countTokens } from "../text/words.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";

/** Embeddings as OpenAI defined them. */
export async function answerEmbeddings(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const input = fields.get("input");
	const tokenLists = ["nebius", "openai"].includes(incoming.service) ? readTokenLists(input) : undefined;
	const texts = tokenLists?.map((ids) => ids.join(" ")) ?? readTexts(input, "input");
	checkBehavior(model);
	const encode = readEncoding(fields, texts.length);
	const tokens = tokenLists?.flat().length ?? texts.reduce((total, text) => total + countTokens(text), 0);
	incoming.state.rateLimits.spend(incoming.service, tokens);
	return jsonResponse({
		object: "list",
		data: texts.map((text, index) => ({ object: "embedding", index, embedding: encode(text) })),
		model,
		usage: { prompt_tokens: tokens, total_tokens: tokens },
	});
}

/**
 * Requested vectors: their length, and numbers or base64 of little-endian floats.
 * @param count number of texts
 * @throws ServiceFailure for an unknown form
 */
export function readEncoding(fields: BodyFields, count: number): (text: string) => number[] | string {
	const dimensions = fields.integer("dimensions", 1, 4096);
	checkNumbers(count, dimensions, "input");
	const format = fields.text("encoding_format") ?? "float";
	if (format !== "float" && format !== "base64") {
		throw invalid("encoding_format", `Invalid value: '${format}'. Supported values are: 'float' and 'base64'.`);
	}
	return (text) => {
		const vector = embed(text, dimensions);
		return format === "float" ? vector : toBase64(toFloatBytes(vector));
	};
}

/** @throws ServiceFailure if the embeddings of so many texts would be too many numbers */
export function checkNumbers(count: number, dimensions: number | undefined, field: string): void {
	const length = dimensions ?? DEFAULT_DIMENSIONS;
	if (count * length <= LIMITS.embeddingNumbers) return;
	throw invalid(field, `Too many inputs of ${length} dimensions for one request.`);
}

/** Returns lists of token ids, which some services embed too; undefined for any other input. */
function readTokenLists(value: unknown): number[][] | undefined {
	const isTokenIds = (list: unknown): list is number[] =>
		Array.isArray(list) && list.length > 0 && list.every((id) => Number.isInteger(id) && id >= 0);
	if (isTokenIds(value)) return [value];
	const isList = Array.isArray(value) && value.length > 0 && value.length <= LIMITS.texts && value.every(isTokenIds);
	return isList ? value : undefined;
}

/** Returns the numbers as little-endian floats of 32 bits. */
export function toFloatBytes(vector: readonly number[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(vector.length * 4);
	const view = new DataView(bytes.buffer);
	for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
	return bytes;
}
