import { encodeBase64 } from "../../base/base64.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import { keepTargets, withCall } from "../call.ts";
import { type GatewayError, invalid } from "../errors.ts";
import { nameTarget } from "../failure.ts";
import { type Incoming, readJson, unhandledFields } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import type { Target } from "../types.ts";
import { answerJson, requestTask } from "./request-task.ts";

/** Largest number of texts in one request, as at OpenAI. */
const MAX = 2048;

/** `POST /v1/embeddings`. Providers return floats; base64 is encoded here. */
export async function answerEmbeddings(incoming: Incoming): Promise<Reply> {
	const { fields, text } = await readJson(incoming);
	const { input, model, encoding_format: format = "float" } = fields;
	const inputs = readInputs(input);
	const isTokens = typeof inputs[0] !== "string";
	if (format !== "float" && format !== "base64") {
		throw invalid("encoding_format must be float or base64.", "encoding_format");
	}
	return await withCall(incoming, { task: "feature-extraction", model, text }, async (arrived) => {
		const call = isTokens ? keepTargets(arrived, TOKEN_SERVICES, lacksTokens) : arrived;
		const args = {
			...unhandledFields(fields, "input", "encoding_format"),
			inputs: Array.isArray(input) && Array.isArray(input[0]) === isTokens ? inputs : inputs[0],
		};
		const answer = await requestTask(call, args, (output) => toVectors(output, inputs.length));
		const embeddings = format === "base64" ? await Promise.all(answer.output.map(pack)) : answer.output;
		const data = embeddings.map((embedding, index) => ({ object: "embedding", index, embedding }));
		const tokens = answer.exchange.usage?.input_tokens;
		const usage = tokens === undefined ? null : { prompt_tokens: tokens, total_tokens: tokens };
		return answerJson(call, [answer], { object: "list", data, model: call.model, usage });
	});
}

function readInputs(input: unknown): string[] | number[][] {
	const inputs: unknown[] = Array.isArray(input) ? (isTokenIds(input) ? [input] : input) : [input];
	if (inputs.length > 0 && inputs.length <= MAX) {
		if (inputs.every((item) => typeof item === "string")) return inputs;
		if (inputs.every(isTokenIds)) return inputs;
	}
	throw invalid(`input must be a string, or a list of 1 to ${MAX} strings.`, "input");
}

function isTokenIds(value: unknown): value is number[] {
	return Array.isArray(value) && value.length > 0 && value.every((id) => Number.isInteger(id) && id >= 0);
}

/** Services that embed token ids; the others take text only. */
const TOKEN_SERVICES: ReadonlySet<string | undefined> = new Set(["nebius"]);

function lacksTokens(target: Target): GatewayError {
	const message = `${nameTarget(target)} takes text, not token ids. Send strings; in LangChain's OpenAIEmbeddings, set check_embedding_ctx_length=False.`;
	return invalid(message, "input", "token_ids_unsupported");
}

/**
 * One vector for each input. Services return a vector or a list of one for a single text; models without pooling
 * give a vector for each token, which are averaged.
 */
function toVectors(output: unknown, count: number): number[][] {
	const vectors = isVector(output) ? [output] : output;
	if (!Array.isArray(vectors) || vectors.length !== count) {
		const found = Array.isArray(vectors) ? vectors.length : "none";
		throw new InferenceClientProviderOutputError(`Expected ${count} embeddings, got ${found}.`);
	}
	return vectors.map(toVector);
}

function toVector(value: unknown): number[] {
	if (isVector(value)) return value;
	if (Array.isArray(value) && value.length === 1) return toVector(value[0]);
	if (!Array.isArray(value) || value.length === 0 || !value.every(isVector)) {
		throw new InferenceClientProviderOutputError("Expected lists of numbers as embeddings.");
	}
	const [first = []] = value;
	return first.map((_, place) => value.reduce((sum, vector) => sum + (vector[place] ?? 0), 0) / value.length);
}

function isVector(value: unknown): value is number[] {
	return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "number");
}

/** Base64 of 32-bit floats, little-endian. */
async function pack(vector: readonly number[]): Promise<string> {
	const view = new DataView(new ArrayBuffer(vector.length * 4));
	for (const [place, value] of vector.entries()) view.setFloat32(place * 4, value, true);
	return await encodeBase64(view);
}
