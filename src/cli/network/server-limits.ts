import { parseJson, readMember } from "../../base/json.ts";
import { type Fetch, readText } from "../../http/index.ts";
import type { Target } from "./target.ts";

/** Members with the context of a model, in an entry of `/v1/models` or in a server's own response. */
const FIELDS: readonly (readonly string[])[] = [
	["loaded_context_length"],
	["max_model_len"],
	["context_length"],
	["context_window"],
	["max_context_length"],
	["meta", "n_ctx"],
	["default_generation_settings", "n_ctx"],
	["max_total_tokens"],
	["meta", "n_ctx_train"],
];

/** The relevant parts of a target. */
interface Asked extends Pick<Target, "model" | "endpointUrl" | "accessToken"> {
	local?: Pick<NonNullable<Target["local"]>, "server">;
}

/** Maximum bytes of a response that are read. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

interface Question {
	path: string;
	body?: object;
	/** The part of the response about the model. */
	pick(answer: unknown, model: string | undefined): unknown;
}

function pickEntry(answer: unknown, model: string | undefined): unknown {
	const list = readMember(answer, "data");
	const entries: unknown[] = Array.isArray(list) ? list : [];
	if (model === undefined) return entries.length === 1 ? entries[0] : undefined;
	return entries.find((entry) => [model, `${model}:latest`].includes(String(readMember(entry, "id"))));
}

const MODELS: Question = { path: "/v1/models", pick: pickEntry };
const whole = (answer: unknown): unknown => answer;

/** Kinds of servers to try in turn; an endpoint may be of any kind. */
const QUESTIONS: Readonly<Record<string, (model: string | undefined) => readonly Question[]>> = {
	ollama: (model) => [
		{ path: "/api/show", body: { model }, pick: (answer) => pickOllama(readMember(answer, "model_info")) },
	],
	lmstudio: () => [{ path: "/api/v0/models", pick: pickEntry }, MODELS],
	llamacpp: () => [{ path: "/props", pick: whole }, MODELS],
	vllm: () => [MODELS],
};
/** Text Generation Inference reports it at `/info`. */
const ANY: readonly Question[] = [MODELS, { path: "/info", pick: whole }];

/** Ollama has it under the name of the architecture: `llama.context_length`. */
function pickOllama(info: unknown): unknown {
	const [, length] = Object.entries(info ?? {}).find(([name]) => name.endsWith(".context_length")) ?? [];
	return { context_length: length };
}

/**
 * Returns the context of the model at an endpoint or a server on this machine, in tokens.
 * @returns undefined if unknown
 */
export async function readServerContext(
	{ model, local, endpointUrl = "", accessToken }: Asked,
	fetch: Fetch,
	signal: AbortSignal,
): Promise<number | undefined> {
	const base = endpointUrl.replace(/\/v1(\/chat\/completions)?\/?$|\/$/, "");
	const questions = QUESTIONS[local?.server.kind.id ?? ""]?.(model) ?? ANY;
	const ask = async ({ path, body }: Question): Promise<unknown> => {
		const response = await fetch(base + path, {
			method: body ? "POST" : "GET",
			headers: {
				...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
				...(body ? { "content-type": "application/json" } : {}),
			},
			signal,
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await readText(response, { jsonBytes: MAX_ANSWER_BYTES });
		return response.ok ? parseJson(text) : undefined;
	};
	for (const question of questions) {
		const found = readLength(question.pick(await ask(question), model));
		if (found !== undefined) return found;
	}
	return undefined;
}

function readLength(entry: unknown): number | undefined {
	for (const path of FIELDS) {
		const value = path.reduce<unknown>((found, name) => readMember(found, name), entry);
		if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
	}
	return undefined;
}
