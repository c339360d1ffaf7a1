/**
 * Calls models from a page: the client and the sandbox. Loaded when something is run.
 */
import { InferenceClient, type Notice } from "modelhub";
import { createSandbox, type Sandbox } from "modelhub/sandbox";
import type { Args, CallTask, SeenRequest } from "./call-task.ts";

/** Pieces of a streamed answer per second: fast, but visible. */
const PACE = 60;

const ROUTER_MODELS = "https://router.huggingface.co/v1/models";
const HUB = /^https:\/\/(huggingface\.co|hf\.co)\//;

/** The token of calls to the sandbox, and the key for providers that take only their own. */
const SANDBOX_TOKEN = "hf_sandbox";
const SANDBOX_KEY = "sandbox-key";

let sandbox: Sandbox | undefined;

/** Number of tokens of a call. */
interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
}

/** A piece of a streamed answer: of a chat, or of a text that is continued. */
interface Chunk {
	choices?: { delta?: { content?: string | null } }[];
	token?: { text: string };
	usage?: Usage | null;
}

/** What happens in a call, `at` milliseconds after its start. */
export type CallEvent = { at: number } & (
	| { type: "request"; request: SeenRequest }
	| { type: "response"; status: number; headers: Record<string, string> }
	| { type: "chunk"; data: Chunk }
	| { type: "notice" | "done"; text: string }
);

type EventDetail = CallEvent extends infer Event ? (Event extends CallEvent ? Omit<Event, "at"> : never) : never;
type Report = (detail: EventDetail) => void;

export interface CallResult {
	output: unknown;
	usage: Usage | undefined;
	/** In US dollars; undefined if the price is unknown. */
	cost: number | undefined;
	/** In milliseconds: to the first piece, and in all. */
	times: { first: number | undefined; total: number };
}

interface ModelCall {
	task: CallTask;
	args: Args;
	provider: string;
	model?: string | undefined;
}

interface Listeners {
	event?(event: CallEvent): void;
	/** Gets each piece of a streamed answer. */
	text?(piece: string): void;
	signal?: AbortSignal;
}

type Transport = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
type Method = (args: Args) => Promise<unknown>;
type StreamMethod = (args: Args) => AsyncIterable<Chunk>;

/** Returns the sandbox of this page, as a `fetch`. */
function openSandbox(): Sandbox {
	sandbox ??= createSandbox({ tokensPerSecond: PACE });
	return sandbox;
}

/**
 * Calls a model: with a token for real, else on the sandbox.
 * @throws the errors of the library
 */
export async function callModel(
	{ task, args, provider, model, token }: ModelCall & { token?: string | undefined },
	{ event = ignore, text = ignore, signal }: Listeners = {},
): Promise<CallResult> {
	const started = performance.now();
	const elapsed = () => performance.now() - started;
	const transport: Transport = token ? (input, init) => fetch(input, init) : openSandbox();
	const report: Report = (detail) => event({ at: elapsed(), ...detail });
	const watched = watch(transport, report);
	const onNotice = (notice: Notice) => report({ type: "notice", text: notice.message });
	const client = new InferenceClient(token ?? sandboxToken(task, provider), {
		fetch: watched,
		onNotice,
		...(signal ? { signal } : {}),
	});
	const target = { ...args, ...(provider === "auto" ? {} : { provider }), ...(model ? { model } : {}) };
	let first: number | undefined;
	let output: unknown;
	let usage: Usage | undefined;
	if (task.streams) {
		const pieces: string[] = [];
		for await (const chunk of streamMethod(client, task)(target)) {
			first ??= elapsed();
			usage = chunk.usage ?? usage;
			report({ type: "chunk", data: chunk });
			const piece = pieceOf(chunk);
			if (piece === "") continue;
			pieces.push(piece);
			text(piece);
		}
		output = pieces.join("");
	} else {
		output = await callMethod(client, task)(target);
	}
	const total = elapsed();
	report({ type: "done", text: `${Math.round(total)} ms` });
	return { output, usage, cost: await findCost(usage, { provider, model }, transport), times: { first, total } };
}

/**
 * Returns the request a call sends first, without sending it: `{method, url, headers, body}`. What has to be asked
 * before is answered here: the model's id at the provider is the known one, else that of Hugging Face. With `direct` it goes to the provider itself, with its own key.
 */
export async function previewRequest({
	task,
	args,
	provider,
	model,
	direct,
}: ModelCall & { direct?: boolean | undefined }): Promise<SeenRequest> {
	let seen: SeenRequest | undefined;
	const stop = new Error("The request is not sent.");
	const ask = openSandbox();
	const known = task.providers.find(({ id }) => id === provider);
	const providerId = model === known?.model ? (known?.providerId ?? model) : model;
	const catchFirst: Transport = async (input, init) => {
		const url = String(input);
		// The sandbox's own mapping has made-up ids.
		if (HUB.test(url) && provider !== "auto" && model)
			return Response.json({
				id,
				pipeline_tag: task.task,
				tags: [],
				inferenceProviderMapping: { [provider]: { providerId, status: "live", task: task.task } },
			});
		if (HUB.test(url)) return await ask(input, init);
		seen = describeRequest(url, init);
		throw stop;
	};
	const token = direct ? SANDBOX_KEY : sandboxToken(task, provider);
	const client = new InferenceClient(token, { fetch: catchFirst, retry_on_error: false });
	// The library remembers the mapping of a model, and a placeholder stands for models of all tasks. The router of chats
	// takes the model's own id.
	const id =
		task.task === "conversational" || provider === "auto"
			? model
			: `${task.task}/${provider}-${model?.replaceAll("/", "-")}`;
	const target = { ...args, ...(provider === "auto" ? {} : { provider }), ...(id ? { model: id } : {}) };
	try {
		if (task.streams) for await (const _ of streamMethod(client, task)(target));
		else await callMethod(client, task)(target);
	} catch (error) {
		if (!seen) throw error;
	}
	if (!seen) throw new Error("The call sends nothing.");
	return seen;
}

/** Returns a `fetch` that reports each request and response. */
function watch(fetch: Transport, report: Report): Transport {
	return async (input, init) => {
		report({ type: "request", request: describeRequest(String(input), init) });
		const response = await fetch(input, init);
		report({ type: "response", status: response.status, headers: Object.fromEntries(response.headers) });
		return response;
	};
}

function describeRequest(url: string, { method = "GET", headers = {}, body }: RequestInit = {}): SeenRequest {
	return { method, url, headers: Object.fromEntries(new Headers(headers)), body };
}

/** The method of a task: its name is one of the client's, and its arguments come from the task's schema. */
function callMethod(client: InferenceClient, { method }: CallTask): Method {
	return client[method as "translation"].bind(client) as unknown as Method;
}

function streamMethod(client: InferenceClient, { method }: CallTask): StreamMethod {
	return client[`${method}Stream` as "textGenerationStream"].bind(client) as unknown as StreamMethod;
}

function sandboxToken(task: CallTask, provider: string): string {
	return task.providers.find(({ id }) => id === provider)?.ownKey ? SANDBOX_KEY : SANDBOX_TOKEN;
}

function pieceOf({ choices, token }: Chunk): string {
	return choices?.[0]?.delta?.content ?? token?.text ?? "";
}

interface RouterModel {
	id: string;
	providers?: { provider: string; pricing?: { input: number; output: number } }[];
}

/** Returns the cost by the router's prices; undefined if they are unknown. */
async function findCost(
	usage: Usage | undefined,
	{ provider, model }: Pick<ModelCall, "provider" | "model">,
	fetch: Transport,
): Promise<number | undefined> {
	if (!usage) return undefined;
	try {
		const { data }: { data: RouterModel[] } = await (await fetch(ROUTER_MODELS)).json();
		const offers = data.find(({ id }) => id === model)?.providers ?? [];
		const price = (offers.find((offer) => offer.provider === provider) ?? offers[0])?.pricing;
		if (!price) return undefined;
		return (usage.prompt_tokens * price.input + usage.completion_tokens * price.output) / 1e6;
	} catch {
		return undefined;
	}
}

function ignore(): void {}
