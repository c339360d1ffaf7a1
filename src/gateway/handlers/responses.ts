import { isRecord } from "../../base/json.ts";
import { InferenceClientProviderApiError } from "../../errors.ts";
import { guardRedirects, isType, parseJson, readMember, readText, send, type WireRequest } from "../../http/index.ts";
import { previewRequest } from "../../inference/index.ts";
import { askTargets } from "../ask-targets.ts";
import type { Attempting } from "../call.ts";
import { GatewayError } from "../errors.ts";
import type { Incoming } from "../incoming.ts";
import { openRequest } from "../open-stream.ts";
import { readJson, unhandledFields } from "../read-json.ts";
import { type Reply, replyJson } from "../reply.ts";
import { listItems, readResponseRequest } from "../responses-input.ts";
import { ResponseForm, type ResponseHead, toResponse } from "../responses-output.ts";
import type { Services } from "../services.ts";
import { type Session, withSession } from "../session.ts";
import { formatEvent } from "../sse.ts";
import { replyStream, type StreamForm } from "../stream.ts";
import { RESPONSE_SIGNS } from "../stream-checks.ts";
import { answerTranslated } from "../translated-chat.ts";

/** Providers that serve the Responses API themselves, in addition to chat. Called with their own key only. */
const SPEAKERS: ReadonlySet<string | undefined> = new Set(["openai", "groq"]);

type Fields = Readonly<Record<string, unknown>>;

/** `POST /v1/responses`: passed through if the only target supports it, else converted to a chat. */
export async function answerResponses(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const isStream = fields["stream"] === true;
	const wanted = { task: "conversational", model: fields["model"], isStream, text } as const;
	return await withSession(incoming, wanted, async (session) => {
		const { previous_response_id: previous } = fields;
		const earlier = typeof previous === "string" ? services.responses.get(ownerOf(incoming), previous) : undefined;
		const passed = earlier ? undefined : await passThrough(services, session, fields);
		if (passed) return passed;
		if (previous && !earlier) throw unknownResponse(String(previous));
		const items = [...(earlier?.items ?? []), ...listItems(fields["input"])];
		const { args, tools, notices } = await readResponseRequest(fields, items);
		const head: ResponseHead = {
			id: session.id.replace(/^req_/, ""),
			created: Math.floor(session.started / 1000),
			model: session.model,
			request: fields,
			tools,
			keep: (response) => {
				if (fields["store"] === false) return;
				const output = response["output"] as readonly unknown[];
				const size = text.length + JSON.stringify(output).length;
				services.responses.add(ownerOf(incoming), response, [...items, ...output], size);
			},
		};
		return await answerTranslated(services, session, isStream, {
			args,
			notices,
			toAnswer: (completion) => toResponse(head, completion),
			createForm: () => new ResponseForm(head),
		});
	});
}

/** `GET /v1/responses/{id}` */
export function answerStoredResponse(incoming: Incoming): Reply {
	const [id = ""] = incoming.groups;
	const found = incoming.services.responses.get(ownerOf(incoming), id);
	if (found) return replyJson(found.response);
	throw unknownResponse(id);
}

/** `DELETE /v1/responses/{id}` */
export function deleteResponse(incoming: Incoming): Reply {
	const [id = ""] = incoming.groups;
	if (incoming.services.responses.delete(ownerOf(incoming), id))
		return replyJson({ id, object: "response", deleted: true });
	throw unknownResponse(id);
}

/** Responses belong to the key that asked for them. */
function ownerOf({ key }: Incoming): string {
	return key?.name ?? "";
}

function unknownResponse(id: string): GatewayError {
	const message = `There is no response ${id.slice(0, 100)}. hub serve keeps responses with store for an hour, until it ends, for the key that asked.`;
	return new GatewayError(404, message, { code: "response_not_found", param: "previous_response_id" });
}

/** Undefined if the target does not support this API after all. */
async function passThrough(services: Services, session: Session, fields: Fields): Promise<Reply | undefined> {
	const [target] = session.targets;
	const token = services.token(target?.provider);
	const isDirect = target && token !== undefined && !token.startsWith("hf_");
	if (!isDirect || session.targets.length > 1 || !SPEAKERS.has(target.provider)) return undefined;
	return fields["stream"] === true
		? await passStream(services, session, fields)
		: await passWhole(services, session, fields);
}

async function passWhole(services: Services, session: Session, fields: Fields): Promise<Reply | undefined> {
	const ask = async (attempting: Attempting): Promise<string | undefined> => {
		const { options } = attempting;
		const wire = await toWire(attempting, fields);
		const response = await orUnspoken(send(wire, guardRedirects(options.fetch), { streaming: false }));
		if (!response || !isType(response.headers, "application/json")) return undefined;
		const body = await readText(response, options.limits);
		attempting.begin();
		return isRecord(parseJson(body)) ? services.clean(body) : undefined;
	};
	const { result: text, attempting } = await askTargets(services, session, session.targets, (attempting) =>
		attempting.cancellation.race(ask(attempting)),
	);
	const exchange = attempting.succeed();
	if (text === undefined) return undefined;
	session.finish({ status: 200, exchanges: [exchange], response: text, output: () => parseJson(text) });
	const headers = { "content-type": "application/json", ...session.headers(attempting, [exchange]) };
	return { status: 200, headers, body: text };
}

async function passStream(services: Services, session: Session, fields: Fields): Promise<Reply | undefined> {
	const { result: opened, attempting } = await askTargets(services, session, session.targets, async (attempting) => {
		const wire = await toWire(attempting, fields);
		return await orUnspoken(openRequest(wire, attempting, services.firstTokenTimeout, RESPONSE_SIGNS));
	});
	if (opened) return replyStream(services, session, attempting, opened, UNCHANGED);
	attempting.succeed();
	return undefined;
}

/** The events as they arrive. */
const UNCHANGED: StreamForm = {
	push: (text) => text,
	end: () => "",
	fail: (failure) => {
		const { message, code, param } = failure.toBody().error;
		return formatEvent({ type: "error", code: code ?? "server_error", message, param }, "error");
	},
};

/** The client's request for the target: its URL and headers are those of a chat. */
async function toWire(attempting: Attempting, fields: Fields): Promise<WireRequest> {
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
