import { parseJson, readMember } from "../../base/json.ts";
import { readContextLength } from "../../exchange/model-facts.ts";
import { type Fetch, readText } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { readDetails } from "../local/servers.ts";
import { loadOffers } from "../network/offers.ts";
import { type CallTarget, priceSource } from "./target.ts";

/** Bytes of text per token, roughly: four letters, or one and a half Chinese characters. */
const BYTES_PER_TOKEN = 4;

/**
 * Checks an input against the model's context.
 * @param input a conversation or a text
 * @throws UsageError if it is longer, at four bytes of text per token; images do not count
 */
export async function checkContext(input: unknown, target: CallTarget, context: Context): Promise<void> {
	const tokens = Math.ceil(countBytes(input) / BYTES_PER_TOKEN);
	const contextLength = await readContextOf(target, context);
	if (contextLength === undefined || tokens <= contextLength) return;
	throw new UsageError(
		`The input has about ${tokens.toLocaleString("en-US")} tokens; ${target.model ?? "the model"} takes ${contextLength.toLocaleString("en-US")}.`,
		"Attach fewer or shorter files, or choose a model with a longer context.",
		"input-too-large",
	);
}

/** Maximum wait for an endpoint's response, or for the router's list (which is kept for a day), in milliseconds. */
const LOOK_UP_TIMEOUT_MS = 2000;

/** Context of a call's model in tokens, from the router or the endpoint itself; undefined if unknown. */
async function readContextOf(target: CallTarget, context: Context): Promise<number | undefined> {
	if (target.endpointUrl === undefined) return (await readModelLimits(target, context)).contextLength;
	// Recordings have no responses to other requests, and must contain only the call's requests.
	const fetch = priceSource(target)?.fetch;
	if (!fetch) return undefined;
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]);
	return await readServerContext(target, fetch, signal).catch(() => {
		context.signal.throwIfAborted();
		return undefined;
	});
}

function countBytes(value: unknown): number {
	if (typeof value === "string") return value.startsWith("data:image/") ? 0 : Buffer.byteLength(value);
	if (value === null || typeof value !== "object") return 0;
	return Object.values(value).reduce((sum: number, item) => sum + countBytes(item), 0);
}

/** The router's record of a model; undefined if there is none. */
interface ModelLimits {
	/** Tokens of question and answer together. */
	contextLength: number | undefined;
	takesImages: boolean | undefined;
	/** Whether answers can follow a JSON schema. */
	takesSchemas: boolean | undefined;
}

const UNKNOWN: ModelLimits = { contextLength: undefined, takesImages: undefined, takesSchemas: undefined };

/** The error for an image that the model of a call does not take. */
export function noImagesError(model: string | undefined, name: string): UsageError {
	return new UsageError(
		`${model ?? "The model"} takes no images: ${name} cannot be attached.`,
		"Choose a model that does: hub models --task image-text-to-text",
		"invalid-input",
	);
}

/**
 * Returns the attachments that the model takes. Images that it does not take are left out, with a note, if texts
 * remain; a call that is only shown needs no check.
 * @param named words that the user typed: an image named there is not left out
 * @throws UsageError for an image that was named, or if nothing would remain
 */
export async function leaveOutImages<File extends { kind: string; name: string }>(
	attachments: readonly File[],
	named: readonly string[],
	target: CallTarget,
	context: Context,
): Promise<File[]> {
	const images = attachments.filter(({ kind }) => kind === "image");
	const [first] = images;
	if (!first || (await readModelLimits(target, context)).takesImages !== false) return [...attachments];
	const others = images.length > 1 ? ` and ${images.length - 1} more` : "";
	const own = images.find(({ name }) => named.includes(name));
	if (own) throw noImagesError(target.model, own.name);
	// If a folder has texts too, those are sent.
	if (images.length === attachments.length) throw noImagesError(target.model, `${first.name}${others}`);
	context.note(`Left out ${first.name}${others}: ${target.model} takes no images.`);
	return attachments.filter(({ kind }) => kind !== "image");
}

/**
 * Returns the router's limits for the model of a call, at the called provider or, if none is chosen yet, at the most
 * capable one. Undefined for endpoints and recordings, and if the router does not respond.
 */
export async function readModelLimits(target: CallTarget, context: Context): Promise<ModelLimits> {
	const { task, model, provider, endpointUrl } = target;
	const source = priceSource(target);
	if (source === undefined || endpointUrl !== undefined || task !== "conversational") return UNKNOWN;
	try {
		// Facts that take too long are skipped.
		const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]);
		const offers = (await loadOffers({ ...source, signal }, context)).filter((offer) => offer.model === model);
		const fitting = provider === undefined ? offers : offers.filter((offer) => offer.provider === provider);
		if (fitting.length === 0) return UNKNOWN;
		const lengths = fitting.flatMap(({ context_length }) => context_length ?? []);
		const modalities = fitting.flatMap(({ input_modalities }) => (input_modalities ? [input_modalities] : []));
		const schemas = fitting.flatMap(({ supports_structured_output }) => supports_structured_output ?? []);
		return {
			contextLength: lengths.length > 0 ? Math.max(...lengths) : undefined,
			takesImages: modalities.length > 0 ? modalities.some((kinds) => kinds.includes("image")) : undefined,
			takesSchemas: schemas.length > 0 ? schemas.includes(true) : undefined,
		};
	} catch (error) {
		if (context.signal.aborted) throw error;
		return UNKNOWN;
	}
}

interface Asked extends Pick<CallTarget, "model" | "endpointUrl" | "accessToken"> {
	local?: Pick<NonNullable<CallTarget["local"]>, "server">;
}

/** Maximum bytes of a response that are read. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

interface LimitQuestion {
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

const MODELS: LimitQuestion = { path: "/v1/models", pick: pickEntry };
const whole = (answer: unknown): unknown => answer;

/** Kinds of servers to try in turn; an endpoint may be of any kind. */
const QUESTIONS: Readonly<Record<string, (model: string | undefined) => readonly LimitQuestion[]>> = {
	ollama: (model) => [{ path: "/api/show", body: { model }, pick: readDetails }],
	lmstudio: () => [{ path: "/api/v0/models", pick: pickEntry }, MODELS],
	llamacpp: () => [{ path: "/props", pick: whole }, MODELS],
	vllm: () => [MODELS],
};
/** Text Generation Inference reports it at `/info`. */
const ANY: readonly LimitQuestion[] = [MODELS, { path: "/info", pick: whole }];

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
	const ask = async ({ path, body }: LimitQuestion): Promise<unknown> => {
		const headers = {
			...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
			...(body ? { "content-type": "application/json" } : {}),
		};
		const request = body ? { method: "POST", body: JSON.stringify(body) } : { method: "GET" };
		const response = await fetch(base + path, { ...request, headers, signal });
		const text = await readText(response, { jsonBytes: MAX_ANSWER_BYTES });
		return response.ok ? parseJson(text) : undefined;
	};
	for (const question of questions) {
		const found = readContextLength(question.pick(await ask(question), model));
		if (found !== undefined) return found;
	}
	return undefined;
}
