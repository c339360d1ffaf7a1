import { isRecord, textOf } from "../../base/json.ts";
import { InferenceClientProviderApiError } from "../../errors.ts";
import { guardRedirects, isType, parseJson, readMember, readText, send, type WireRequest } from "../../http/index.ts";
import { previewRequest } from "../../inference/index.ts";
import { type Attempt, askTargets } from "../ask-targets.ts";
import { type Fields, type Incoming, readJson, unhandledFields } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";
import { readResponseRequest } from "../responses-input.ts";
import { createResponseForm, type ResponseHead, toResponse } from "../responses-output.ts";
import { type Session, withSession } from "../session.ts";
import { formatEvent, RESPONSE_SIGNS } from "../sse.ts";
import { openStream, replyStream, type StreamForm } from "../stream.ts";
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
	return await withSession(incoming, wanted, async (session) => {
		// A response that hub keeps is continued by hub.
		const passed = services.responses.has(previous, owner) ? undefined : await passThrough(session, fields);
		if (passed) return passed;
		const history = (previous ?? null) === null ? [] : services.responses.readHistory(previous, owner);
		const { args, tools, notices } = readResponseRequest(fields, history);
		const id = session.id.replace(/^req_/, "");
		const head: ResponseHead = {
			id,
			created: Math.floor(session.started / 1000),
			model: session.model,
			request: fields,
			tools,
			keep: (response) => {
				if (fields["store"] === false) return;
				services.responses.keep(`resp_${id}`, owner, { request: text, response: services.clean(response) }, previous);
			},
		};
		return await answerTranslated(session, isStream, {
			args,
			notices,
			toAnswer: (completion) => toResponse(head, completion),
			createForm: () => createResponseForm(head),
		});
	});
}

/** `GET` and `DELETE /v1/responses/{id}` */
export function answerKeptResponse(incoming: Incoming): Reply {
	const { services, request, groups } = incoming;
	const [id = ""] = groups;
	const owner = ownerOf(incoming);
	if (request.method !== "DELETE") {
		const headers = { "content-type": "application/json" };
		return { status: 200, headers, body: services.responses.read(id, owner) };
	}
	services.responses.delete(id, owner);
	return replyJson({ id, object: "response", deleted: true });
}

/** Names the client that a kept response belongs to: the name of its key; empty for the owner's. */
function ownerOf({ key }: Incoming): string {
	return key?.name ?? "";
}

/** Fields of the API since its beginning that need no state. */
const SIMPLE: ReadonlySet<string> = new Set(
	"model input instructions stream temperature top_p max_output_tokens text reasoning metadata user tools tool_choice parallel_tool_calls accessToken".split(
		" ",
	),
);

/** Whether a request has nothing that only OpenAI knows: fields of state, tools and items of coding agents. */
function isSimple(fields: Fields): boolean {
	const { input, tools } = fields;
	const types = (list: unknown): unknown[] => (Array.isArray(list) ? list.map((item) => readMember(item, "type")) : []);
	return (
		Object.keys(fields).every((name) => SIMPLE.has(name)) &&
		!types(tools).some((type) => type === "namespace" || type === "custom") &&
		types(input).every((type) => !/^(?:additional_tools|custom_tool)/.test(textOf(type)))
	);
}

/** Undefined if the target does not support this API after all. */
async function passThrough(session: Session, fields: Fields): Promise<Reply | undefined> {
	const [target] = session.targets;
	const token = session.services.token(target?.provider);
	const isDirect = target && token !== undefined && !token.startsWith("hf_");
	if (!isDirect || session.targets.length > 1 || !SPEAKERS.get(target.provider)?.(fields)) return undefined;
	const ask = async (attempting: Attempt) => {
		const wire = await toWire(attempting, fields);
		if (fields["stream"] === true) return await openStream(wire, attempting, session, RESPONSE_SIGNS);
		const { options } = attempting;
		const response = await send(wire, guardRedirects(options.fetch), { streaming: false });
		if (!isType(response.headers, "application/json")) return undefined;
		const body = await readText(response, options.limits);
		attempting.begin();
		return isRecord(parseJson(body)) ? session.services.clean(body) : undefined;
	};
	const { result, attempting } = await askTargets(session, (attempting) =>
		attempting.cancellation.race(orUnspoken(ask(attempting))),
	);
	if (typeof result === "object") return replyStream(session, attempting, result, createPassedForm());
	const exchange = attempting.succeed(undefined, result === undefined ? undefined : () => result);
	if (result === undefined) return undefined;
	return session.reply("application/json", result, [{ attempting, exchange }], () => parseJson(result));
}

function createPassedForm(): StreamForm {
	/** The first event holds the response. */
	let first: unknown;
	let last: unknown;
	return {
		push(text, values) {
			first ??= values[0];
			last = values.at(-1) ?? last;
			return text;
		},
		end: () => "",
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

/** The client's request for the target: its URL and headers are those of a chat. */
async function toWire(attempting: Attempt, fields: Fields): Promise<WireRequest> {
	const { args, options } = attempting;
	const chat = await previewRequest("conversational", { messages: [], ...args }, options);
	const model = readMember(parseJson(String(chat.info.body)), "model");
	return {
		url: chat.url.replace(/\/chat\/completions$/, "/responses"),
		info: { ...chat.info, body: JSON.stringify({ ...unhandledFields(fields), model }) },
	};
}

/** Undefined for a service without the route. */
function orUnspoken<Value>(pending: Promise<Value>): Promise<Value | undefined> {
	return pending.catch((error: unknown) => {
		if (error instanceof InferenceClientProviderApiError && error.httpResponse.status === 404) return undefined;
		throw error;
	});
}
