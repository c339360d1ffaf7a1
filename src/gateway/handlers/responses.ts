import { guardRedirects, isType, parseJson, race, readText, send } from "../../http/index.ts";
import { previewRequest } from "../../inference/index.ts";
import { isRecord } from "../../json.ts";
import { askTargets } from "../ask-targets.ts";
import type { Incoming } from "../incoming.ts";
import { passOn } from "../pass-on.ts";
import { readJson } from "../read-json.ts";
import type { Reply } from "../reply.ts";
import { toChatArgs } from "../responses-input.ts";
import { ResponseForm, type ResponseHead, toResponse } from "../responses-output.ts";
import type { Services } from "../services.ts";
import { type Session, withSession } from "../session.ts";
import { answerStream } from "../stream.ts";
import { askChat } from "./chat.ts";

/** Providers that answer responses themselves, beside their chat. Called with their own key only. */
const SPEAKERS: ReadonlySet<string | undefined> = new Set(["openai", "groq"]);

type Fields = Readonly<Record<string, unknown>>;

/** `POST /v1/responses`: passed through where the only target speaks it, else translated to a chat. */
export async function answerResponses(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const isStream = fields["stream"] === true;
	const wanted = { task: "conversational", model: fields["model"], isStream, text } as const;
	return await withSession(incoming, wanted, async (session) => {
		const passed = isStream ? undefined : await passThrough(services, session, fields);
		if (passed) return passed;
		const args = toChatArgs(fields);
		const head: ResponseHead = {
			id: session.id.replace(/^req_/, ""),
			created: Math.floor(session.started / 1000),
			model: session.model,
			request: fields,
		};
		if (isStream) {
			const asked = { ...args, stream_options: { include_usage: true } };
			return await answerStream(services, session, asked, () => new ResponseForm(head));
		}
		const { data, exchange, attempting } = await askChat(services, session, args);
		const body = services.clean(JSON.stringify(toResponse(head, data.value)));
		session.finish({ status: 200, exchanges: [exchange], response: body });
		return {
			status: 200,
			headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
			body: body,
		};
	});
}

/** Undefined where the target does not speak this form after all. */
async function passThrough(services: Services, session: Session, fields: Fields): Promise<Reply | undefined> {
	const [target] = session.targets;
	const token = services.token(target?.provider);
	const isDirect = target && token !== undefined && !token.startsWith("hf_");
	if (!isDirect || session.targets.length > 1 || !SPEAKERS.has(target.provider)) return undefined;
	const { result: text, attempting } = await askTargets(services, session, session.targets, async (attempting) => {
		const { options, signal } = attempting;
		const chat = await race(previewRequest("conversational", { messages: [], ...attempting.args }, options), signal);
		const model: unknown = isRecord(chat.info.body)
			? undefined
			: Reflect.get(Object(parseJson(String(chat.info.body))), "model");
		const wire = {
			url: chat.url.replace(/\/chat\/completions$/, "/responses"),
			info: { ...chat.info, body: JSON.stringify({ ...passOn(fields), model }) },
		};
		const response = await race(send(wire, guardRedirects(options.fetch), { streaming: false }), signal).catch(
			(error: unknown) => {
				if (Reflect.get(Object(Reflect.get(Object(error), "httpResponse")), "status") === 404) return undefined;
				throw error;
			},
		);
		if (!response || !isType(response.headers, "application/json")) return undefined;
		const body = await race(readText(response, options.limits), signal);
		attempting.begin();
		return isRecord(parseJson(body)) ? services.clean(body) : undefined;
	});
	const exchange = attempting.succeed();
	if (text === undefined) return undefined;
	session.finish({ status: 200, exchanges: [exchange], response: text });
	return {
		status: 200,
		headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
		body: text,
	};
}
