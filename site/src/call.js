/**
 * Calls models from a page: the client and the sandbox. Loaded when something is run.
 */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

/** Pieces of a streamed answer per second: fast, but visible. */
const PACE = 60;

const ROUTER_MODELS = "https://router.huggingface.co/v1/models";
const HUB = /^https:\/\/(huggingface\.co|hf\.co)\//;

/** The token of calls to the sandbox, and the key for providers that take only their own. */
const SANDBOX_TOKEN = "hf_sandbox";
const SANDBOX_KEY = "sandbox-key";

let sandbox;

/** Returns the sandbox of this page, as a `fetch`. */
function openSandbox() {
	sandbox ??= createSandbox({ tokensPerSecond: PACE });
	return sandbox;
}

/**
 * Calls a model.
 *
 * @param call `task` (facts of the task), `args`, `provider`, `model`; `token` for a real call, else the sandbox answers
 * @param on listeners: `event(event)` for every event, `text(piece)` for each piece of a streamed answer;
 * `signal` ends the call
 * @returns `output`, `usage` if the service reports it, `cost` in US dollars if the price is known, `times` in
 * milliseconds: `first` (to the first piece) and `total`
 * @throws the errors of the library
 */
export async function callModel(
	{ task, args, provider, model, token },
	{ event = ignore, text = ignore, signal } = {},
) {
	const started = performance.now();
	const elapsed = () => performance.now() - started;
	const transport = token ? (input, init) => fetch(input, init) : openSandbox();
	const tell = (type, detail) => event({ type, at: elapsed(), ...detail });
	const watched = watch(transport, tell);
	const onNotice = (notice) => tell("notice", { text: notice.message });
	const client = new InferenceClient(token ?? sandboxToken(task, provider), { fetch: watched, onNotice, signal });
	const target = { ...args, ...(provider === "auto" ? {} : { provider }), ...(model ? { model } : {}) };
	let first;
	let output;
	let usage;
	if (task.streams) {
		const pieces = [];
		for await (const chunk of client[`${task.method}Stream`](target)) {
			first ??= elapsed();
			usage = chunk.usage ?? usage;
			tell("chunk", { data: chunk });
			const piece = pieceOf(chunk);
			if (piece === "") continue;
			pieces.push(piece);
			text(piece);
		}
		output = pieces.join("");
	} else {
		output = await client[task.method](target);
	}
	const total = elapsed();
	tell("done", { text: `${Math.round(total)} ms` });
	return { output, usage, cost: await findCost(usage, { provider, model }, transport), times: { first, total } };
}

/**
 * Returns the request a call sends first, without sending it: `{method, url, headers, body}`. The sandbox answers what
 * has to be asked before. With `direct` it goes to the provider itself, with its own key.
 */
export async function previewRequest({ task, args, provider, model, direct }) {
	let seen;
	const stop = new Error("The request is not sent.");
	const ask = openSandbox();
	const catchFirst = async (input, init) => {
		const url = String(input);
		if (HUB.test(url)) return await ask(input, init);
		seen = describeRequest(url, init);
		throw stop;
	};
	const token = direct ? SANDBOX_KEY : sandboxToken(task, provider);
	const client = new InferenceClient(token, { fetch: catchFirst, retry_on_error: false });
	const target = { ...args, ...(provider === "auto" ? {} : { provider }), ...(model ? { model } : {}) };
	try {
		if (task.streams) for await (const _ of client[`${task.method}Stream`](target));
		else await client[task.method](target);
	} catch (error) {
		if (!seen) throw error;
	}
	return seen;
}

/** Returns a `fetch` that reports each request and response. */
function watch(fetch, tell) {
	return async (input, init) => {
		tell("request", { request: describeRequest(String(input), init) });
		const response = await fetch(input, init);
		tell("response", { status: response.status, headers: Object.fromEntries(response.headers) });
		return response;
	};
}

function describeRequest(url, { method = "GET", headers = {}, body } = {}) {
	return { method, url, headers: Object.fromEntries(new Headers(headers)), body };
}

function sandboxToken(task, provider) {
	return task.providers.find(({ id }) => id === provider)?.ownKey ? SANDBOX_KEY : SANDBOX_TOKEN;
}

function pieceOf({ choices, token }) {
	return choices?.[0]?.delta?.content ?? token?.text ?? "";
}

/** Returns the cost by the router's prices; undefined if they are unknown. */
async function findCost(usage, { provider, model }, fetch) {
	if (!usage) return undefined;
	try {
		const { data } = await (await fetch(ROUTER_MODELS)).json();
		const offers = data.find(({ id }) => id === model)?.providers ?? [];
		const price = (offers.find((offer) => offer.provider === provider) ?? offers[0])?.pricing;
		if (!price) return undefined;
		return (usage.prompt_tokens * price.input + usage.completion_tokens * price.output) / 1e6;
	} catch {
		return undefined;
	}
}

function ignore() {}
