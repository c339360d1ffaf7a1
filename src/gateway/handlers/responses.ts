import { isRecord, textOf } from "../../base/json.ts";
import { InferenceClientProviderApiError } from "../../errors.ts";
import type { Exchange } from "../../exchange/index.ts";
import { isType, parseJson, readMember, readText, type WireRequest } from "../../http/index.ts";
import type { OpenResponse } from "../../inference/run.ts";
import { type GatewayCall, withCall } from "../call.ts";
import { GatewayError, invalid } from "../errors.ts";
import { estimateAsSent } from "../open-chat.ts";
import { findHostedTool, isPending, type PassedResponse } from "../passed-responses.ts";
import { type Fields, type Incoming, readJson, unhandledFields } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";
import { hasReferences } from "../response-store.ts";
import { readResponseRequest } from "../responses-input.ts";
import { createResponseForm, type ResponseHead, toResponse } from "../responses-output.ts";
import { type Attempt, sendToTargets } from "../send-to-targets.ts";
import { formatEvent, RESPONSE_SIGNS } from "../sse.ts";
import { openStream, replyStream, type StreamForm } from "../stream.ts";
import { estimateTexts } from "../token-estimate.ts";
import { answerTranslated } from "./chat.ts";

/**
 * Providers that serve the Responses API themselves, in addition to chat, and which requests they understand. Called
 * with their own key only.
 */
const SPEAKERS: ReadonlyMap<string | undefined, (fields: Fields) => boolean> = new Map([
	["openai", () => true],
	["groq", isSimple],
]);

/** `POST /v1/responses`: passed through if the only target supports it, else converted to a chat. */
export async function answerResponses(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const isStream = fields["stream"] === true;
	const wanted = { task: "conversational", model: fields["model"], isStream, text } as const;
	const owner = ownerOf(incoming);
	const previous = fields["previous_response_id"];
	return await withCall(incoming, wanted, async (call) => {
		// A response that hub keeps is continued by hub.
		const isOwn = services.responses.has(previous, owner) || services.responses.holdsItem(fields["input"], owner);
		const passed = isOwn ? undefined : await passThrough(call, fields, owner);
		if (passed) return passed;
		const history = (previous ?? null) === null ? [] : services.responses.readHistory(previous, owner);
		const resolved = { ...fields, input: services.responses.resolve(fields["input"], owner) };
		const read = readResponseRequest(resolved, history);
		const id = call.id.replace(/^req_/, "");
		const describe = ({ target }: Attempt): ResponseHead => ({
			id,
			created: Math.floor(call.started / 1000),
			model: call.model,
			request: fields,
			tools: read.tools,
			learnField: (field) => services.chatForms.learnField(target, field),
			learn: (tokens) => services.tokenRates.learn(call.model, tokens, () => estimateTexts(read.args)),
			keep: (response) => {
				if (fields["store"] === false) return;
				if (call.conversation) services.conversations.follow(`resp_${id}`, call.conversation);
				const request = hasReferences(fields["input"]) ? JSON.stringify(resolved) : text;
				services.responses.keep(`resp_${id}`, owner, { request, response: services.clean(response) }, previous);
			},
		});
		return await answerTranslated(call, isStream, {
			read,
			toAnswer: (completion, attempting) => toResponse(describe(attempting), completion),
			createForm: (attempting) => createResponseForm(describe(attempting)),
		});
	});
}

/** `GET` and `DELETE /v1/responses/{id}` */
export async function answerKeptResponse(incoming: Incoming): Promise<Reply> {
	const { services, request, groups } = incoming;
	const [id = ""] = groups;
	const owner = ownerOf(incoming);
	if (!services.responses.has(id, owner))
		return await passAbout(incoming, request.method === "DELETE" ? "DELETE" : "GET");
	if (request.method !== "DELETE") {
		const headers = { "content-type": "application/json" };
		return { status: 200, headers, body: services.responses.read(id, owner) };
	}
	services.responses.delete(id, owner);
	return replyJson({ id, object: "response", deleted: true });
}

/** `POST /v1/responses/{id}/cancel` */
export async function answerResponseCancel(incoming: Incoming): Promise<Reply> {
	const { services, groups } = incoming;
	const message = "Only responses that run in the background can be canceled; this one is complete.";
	if (services.responses.has(groups[0], ownerOf(incoming))) throw invalid(message, null, "unsupported");
	return await passAbout(incoming, "POST", "/cancel");
}

/** `GET /v1/responses/{id}/input_items`: of a response that hub keeps, the items of its request. */
export async function answerInputItems(incoming: Incoming): Promise<Reply> {
	const { services, groups, url } = incoming;
	const [id = ""] = groups;
	const owner = ownerOf(incoming);
	if (!services.responses.has(id, owner)) return await passAbout(incoming, "GET", "/input_items");
	const items = services.responses.readInput(id, owner);
	if (url.searchParams.get("order") !== "asc") items.reverse();
	const after = url.searchParams.get("after");
	const start = after === null ? 0 : items.findIndex((item) => readMember(item, "id") === after) + 1;
	const limit = Math.min(100, Math.max(1, Math.floor(Number(url.searchParams.get("limit"))) || 20));
	const data = items.slice(start, start + limit);
	const [first_id, last_id] = [data[0], data.at(-1)].map((item) => readMember(item, "id") ?? null);
	return replyJson({ object: "list", data, first_id, last_id, has_more: start + limit < items.length });
}

/** `POST /v1/responses/input_tokens`: an estimate; no model is called. */
export async function answerInputTokens(incoming: Incoming): Promise<Reply> {
	const { services, key } = incoming;
	const { fields } = await readJson(incoming);
	const { model, previous_response_id: previous, input } = fields;
	const [target] = services.targets.find(model, undefined, key);
	const owner = ownerOf(incoming);
	const history = (previous ?? null) === null ? [] : services.responses.readHistory(previous, owner);
	const { args } = readResponseRequest({ ...fields, input: services.responses.resolve(input ?? [], owner) }, history);
	const tokens = services.tokenRates.correct(textOf(model), await estimateAsSent(services, target, args));
	const value = { object: "response.input_tokens", input_tokens: tokens };
	return replyJson(value, { headers: { "x-hub-estimate": "true" } });
}

/** `POST /v1/responses/compact` @throws GatewayError 400 always */
export function answerCompact(): Reply {
	const message =
		"hub serve does not compact conversations: only OpenAI's service can read the result. " +
		"Let the client summarize the conversation, and send the summary as input.";
	throw invalid(message, null, "unsupported");
}

/** Parameters of requests about a response. */
const ABOUT_PARAMETERS = "include include[] include_obfuscation starting_after after limit order stream".split(" ");

/**
 * Forwards a request about a response to the provider that stores it.
 * @param part below the URL of the response
 * @throws GatewayError 404 for a response of another key
 */
async function passAbout(incoming: Incoming, method: "GET" | "POST" | "DELETE", part = ""): Promise<Reply> {
	const { services, url, groups } = incoming;
	const [id = ""] = groups;
	const passed = services.passed.find(id, ownerOf(incoming));
	const { target, model } = passed;
	const query = new URLSearchParams(
		method === "GET"
			? ABOUT_PARAMETERS.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value]))
			: [],
	);
	const search = query.size > 0 ? `?${query}` : "";
	const isStream = method === "GET" && part === "" && query.get("stream") === "true";
	const text = `${method} ${url.pathname}`;
	const wanted = { task: "conversational", model, isStream, text, about: target } as const;
	return await withCall(incoming, wanted, async (call) => {
		const send = async (attempting: Attempt) => {
			const send = (): Promise<OpenResponse> =>
				openAtResponses(attempting, isStream, ({ url: base, info: { body: _body, ...info } }) => ({
					url: `${base}/${id}${part}${search}`,
					info: { ...info, method },
				}));
			if (isStream) return await openStream(send, attempting, call, RESPONSE_SIGNS);
			const { response } = await send();
			const body = await readText(response, attempting.options.limits);
			attempting.begin();
			return body;
		};
		const { result, attempting } = await sendToTargets(call, (attempting) =>
			attempting.cancellation.race(send(attempting)),
		);
		if (typeof result === "object") {
			return replyStream(call, attempting, result, createPassedForm(call, attempting, passed, false));
		}
		const value = parseJson(result);
		services.passed.keep(value, passed);
		if (method === "DELETE") services.passed.drop(id);
		// The call that made it did not know the cost.
		const isEnd = passed.booking !== undefined && part !== "/input_items" && method !== "DELETE" && !isPending(value);
		const exchange = attempting.succeed(value);
		if (isEnd) endInBackground(call, passed, exchange);
		const answers = isEnd ? [{ attempting, exchange }] : [];
		return call.record.reply("application/json", services.clean(result), answers, () => value);
	});
}

/** Counts a response that ran in the background, after its end was seen. */
function endInBackground(call: GatewayCall, passed: PassedResponse, { usage, cost_usd }: Exchange): void {
	const { services } = call;
	call.record.list();
	services.passed.close(passed, cost_usd);
	services.calls.update(passed.callId, { usage, cost_usd });
}

/** Returns the owner of a stored response: the name of its key; empty for the owner's key. */
function ownerOf({ key }: Incoming): string {
	return key?.name ?? "";
}

/** Fields of the API since its beginning that need no state. */
const SIMPLE: ReadonlySet<string> = new Set(
	"model input instructions stream temperature top_p max_output_tokens text reasoning metadata user tools tool_choice parallel_tool_calls accessToken".split(
		" ",
	),
);

/** Whether a request has nothing that only OpenAI supports: fields of state, tools and items of coding agents. */
function isSimple(fields: Fields): boolean {
	const { input, tools } = fields;
	const types = (list: unknown): unknown[] => (Array.isArray(list) ? list.map((item) => readMember(item, "type")) : []);
	return (
		Object.keys(fields).every((name) => SIMPLE.has(name)) &&
		!types(tools).some((type) => type === "namespace" || type === "custom") &&
		types(input).every((type) => !/^(?:additional_tools|custom_tool)/.test(textOf(type)))
	);
}

/**
 * Undefined if the target does not support this API after all.
 * @throws GatewayError for what budgets and ownership forbid, as for a chat
 */
async function passThrough(call: GatewayCall, fields: Fields, owner: string): Promise<Reply | undefined> {
	const [target] = call.targets;
	const { services } = call;
	const token = services.token(target?.provider);
	const isDirect = target && token !== undefined && !token.startsWith("hf_");
	if (!isDirect || call.targets.length > 1 || !SPEAKERS.get(target.provider)?.(fields)) return undefined;
	services.passed.checkReferences(fields, owner);
	checkTools(call, fields);
	const { id: callId, model } = call;
	const passed: PassedResponse = { owner, target, model, callId, booking: undefined };
	const isBackground = fields["background"] === true;
	const send = async (attempting: Attempt) => {
		const isStream = fields["stream"] === true;
		const send = (): Promise<OpenResponse> =>
			openAtResponses(attempting, isStream, (request) => withFields(request, fields));
		// The service continues it, whatever happens here.
		if (isBackground) attempting.cancellation.onCancel(() => void attempting.bookMost());
		if (isStream) return await openStream(send, attempting, call, RESPONSE_SIGNS);
		const { response } = await send();
		if (!isType(response.headers, "application/json")) return undefined;
		const body = await readText(response, attempting.options.limits);
		attempting.begin();
		const value = parseJson(body);
		if (!isRecord(value)) return undefined;
		if (isPending(value)) passed.booking = { usd: attempting.bookMost(), time: services.now() };
		services.passed.keep(value, passed);
		return services.clean(body);
	};
	const { result, attempting } = await sendToTargets(call, (attempting) =>
		attempting.cancellation.race(orUnspoken(send(attempting))),
	);
	if (typeof result === "object") {
		return replyStream(call, attempting, result, createPassedForm(call, attempting, passed, isBackground));
	}
	const exchange = attempting.succeed(undefined, result === undefined ? undefined : () => result);
	if (result === undefined) return undefined;
	return call.record.reply("application/json", result, [{ attempting, exchange }], () => parseJson(result));
}

/**
 * Checks the tools that the service itself would run.
 * @throws GatewayError 400 for an unknown price that a budget needs, 403 for a model that the key may not call
 */
function checkTools({ services, incoming }: GatewayCall, fields: Fields): void {
	const { key } = incoming;
	const hosted = findHostedTool(fields);
	if (hosted === undefined) return;
	if (services.budgets.refusesUnknown(key)) {
		const message = `The price of the tool ${hosted} is unknown, and a budget counts this call. --unknown-price allow lets it through.`;
		throw invalid(message, "tools", "unknown_price");
	}
	if (!key?.models) return;
	const message = `The key of ${key.name} may call some models only, and the tool ${hosted} may call others.`;
	throw new GatewayError(403, message, { code: "model_not_allowed", param: "tools" });
}

/** Forwards the events of a response, and records its owner. */
function createPassedForm(
	call: GatewayCall,
	attempting: Attempt,
	passed: PassedResponse,
	isBackground: boolean,
): StreamForm {
	const { services } = call;
	/** The first event holds the response. */
	let first: unknown;
	let last: unknown;
	const note = (event: unknown): void => {
		const response = readMember(event, "response");
		services.passed.keep(response, passed);
		services.passed.keep({ output: [readMember(event, "item")] }, passed);
		// A client that disconnects does not end it.
		if (isBackground && isPending(response)) {
			passed.booking ??= { usd: attempting.bookMost(), time: services.now() };
		} else if (passed.booking && response !== undefined && !isPending(response)) call.record.list();
	};
	return {
		push(text, values) {
			for (const value of values) note(value);
			first ??= values[0];
			last = values.at(-1) ?? last;
			return text;
		},
		end(cost = null) {
			if (passed.booking) services.calls.update(passed.callId, { cost_usd: cost });
			services.passed.close(passed, cost);
			return "";
		},
		fail(failure) {
			const { code, message } = failure.toBody().error;
			const response = readMember(first, "response");
			const error = { code: code ?? "server_error", message };
			const number = readMember(last, "sequence_number");
			const sequence = typeof number === "number" ? { sequence_number: number + 1 } : {};
			const known = isRecord(response) ? response : { object: "response", output: [] };
			const event = { type: "response.failed", ...sequence, response: { ...known, status: "failed", error } };
			return formatEvent(event, "response.failed");
		},
	};
}

/** Sends a request to the Responses API; its URL and headers are derived from those of a chat. */
function openAtResponses(
	attempting: Attempt,
	isStream: boolean,
	edit: (request: WireRequest) => WireRequest,
): Promise<OpenResponse> {
	return attempting.open({ messages: [], ...(isStream ? { stream: true } : {}) }, ({ url, info }) =>
		edit({ url: url.replace(/\/chat\/completions$/, "/responses"), info }),
	);
}

/** The client's own fields in place of those of a chat, with the target's model id. */
function withFields({ url, info }: WireRequest, fields: Fields): WireRequest {
	const model = readMember(parseJson(String(info.body)), "model");
	return { url, info: { ...info, body: JSON.stringify({ ...unhandledFields(fields), model }) } };
}

/** Undefined for a service without the route. */
function orUnspoken<Value>(pending: Promise<Value>): Promise<Value | undefined> {
	return pending.catch((error: unknown) => {
		if (error instanceof InferenceClientProviderApiError && error.httpResponse.status === 404) return undefined;
		throw error;
	});
}
