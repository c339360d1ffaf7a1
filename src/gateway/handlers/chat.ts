import { isDeeperThan, isRecord, MAX_JSON_LEVELS } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { Exchange } from "../../exchange/index.ts";
import { guardRedirects, parseJson, readMember, readText, send } from "../../http/index.ts";
import { previewRequest } from "../../inference/index.ts";
import { askTargets } from "../ask-targets.ts";
import type { Attempting } from "../call.ts";
import { ChatForm } from "../chat-form.ts";
import { invalid } from "../errors.ts";
import type { Incoming } from "../incoming.ts";
import { readJson } from "../read-json.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { type Session, withSession } from "../session.ts";
import { answerStream } from "../stream.ts";
import { unhandledFields } from "../unhandled-fields.ts";

/** `POST /v1/chat/completions` */
export async function answerChat(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const { model, messages, stream } = fields;
	if (!Array.isArray(messages)) throw invalid("messages must be a list of messages.", "messages");
	const isStream = stream === true;
	const wanted = { task: "conversational", model, isStream, text } as const;
	return await withSession(incoming, wanted, async (session) => {
		const args = unhandledFields(fields, "stream");
		if (isStream) return await streamChat(services, session, args);
		const { data, exchange, attempting } = await askChat(services, session, args);
		session.finish({ status: 200, exchanges: [exchange], response: data.text, output: () => data.value });
		return {
			status: 200,
			headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
			body: data.text,
		};
	});
}

/** A chat response as a whole. */
export interface ChatAnswer {
	value: Record<string, unknown>;
	/** Unchanged, without secrets. */
	text: string;
}

/** Requests a whole response. */
export async function askChat(
	services: Services,
	session: Session,
	args: Readonly<Record<string, unknown>>,
): Promise<{ data: ChatAnswer; exchange: Exchange; attempting: Attempting }> {
	const ask = async (attempting: Attempting): Promise<ChatAnswer> => {
		const { options } = attempting;
		const wire = await previewRequest("conversational", { ...args, ...attempting.args }, options);
		const response = await send(wire, guardRedirects(options.fetch), { streaming: false });
		const text = await readText(response, options.limits);
		const value = parseJson(text);
		const choices = readMember(value, "choices");
		if (!isRecord(value) || !Array.isArray(choices) || choices.length === 0) {
			throw new InferenceClientProviderOutputError("Expected a chat completion.");
		}
		if (isDeeperThan(value, MAX_JSON_LEVELS)) {
			throw new InferenceClientProviderOutputError("The answer is nested too deeply.");
		}
		attempting.begin();
		return { value, text: services.clean(text) };
	};
	session.args = args;
	const { result: data, attempting } = await askTargets(services, session, session.targets, (attempting) =>
		// A `fetch` that ignores its signal is left behind.
		attempting.cancellation.race(ask(attempting)),
	);
	return { data, exchange: attempting.succeed(data.value), attempting };
}

async function streamChat(services: Services, session: Session, args: Record<string, unknown>): Promise<Reply> {
	const options = args["stream_options"];
	const isUsageWanted = readMember(options, "include_usage") === true;
	// Usage is always requested: the page and the cost need it.
	const asked = { ...args, stream_options: { ...(isRecord(options) ? options : {}), include_usage: true } };
	return await answerStream(services, session, asked, () => new ChatForm(isUsageWanted));
}
