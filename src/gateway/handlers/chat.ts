import { isDeeperThan, isRecord, MAX_JSON_LEVELS } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { Exchange } from "../../exchange/index.ts";
import { guardRedirects, parseJson, readMember, readText, send } from "../../http/index.ts";
import { previewRequest } from "../../inference/index.ts";
import { askTargets } from "../ask-targets.ts";
import type { Attempting } from "../call.ts";
import { type GatewayError, invalid } from "../errors.ts";
import type { Incoming } from "../incoming.ts";
import { type LargeAnswer, LargeReply, readAnswer } from "../large-answer.ts";
import { readJson, unhandledFields } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { type Session, withSession } from "../session.ts";
import { formatEvent, splitEvents } from "../sse.ts";
import { answerStream, type StreamForm } from "../stream.ts";
import { END_MARKER } from "../stream-checks.ts";

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
		const asked = await askChat(services, session, args, true);
		const { attempting } = asked;
		if ("large" in asked) {
			const headers = { "content-type": "application/json", ...session.headers(attempting) };
			return { status: 200, headers, body: new LargeReply(services, session, attempting, asked.large) };
		}
		const { data, exchange } = asked;
		session.finish({ status: 200, exchanges: [exchange], response: data.text, output: () => data.value });
		return {
			status: 200,
			headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
			body: data.text,
		};
	});
}

type Args = Readonly<Record<string, unknown>>;

/** A chat response as a whole. */
interface ChatAnswer {
	value: Record<string, unknown>;
	/** Unchanged, without secrets. */
	text: string;
}

/** A whole response with the record of its call. */
interface AskedChat {
	data: ChatAnswer;
	exchange: Exchange;
	attempting: Attempting;
}

/** Requests a whole response. */
export function askChat(services: Services, session: Session, args: Args): Promise<AskedChat>;
/** The same; a response of several megabytes may be passed on without being read. */
export function askChat(
	services: Services,
	session: Session,
	args: Args,
	mayPass: true,
): Promise<AskedChat | { large: LargeAnswer; attempting: Attempting }>;
export async function askChat(
	services: Services,
	session: Session,
	args: Args,
	mayPass = false,
): Promise<AskedChat | { large: LargeAnswer; attempting: Attempting }> {
	const ask = async (attempting: Attempting): Promise<ChatAnswer | LargeAnswer> => {
		const { options } = attempting;
		const wire = await previewRequest("conversational", { ...args, ...attempting.args }, options);
		const response = await send(wire, guardRedirects(options.fetch), { streaming: false });
		const text = mayPass ? await readAnswer(response, options.limits) : await readText(response, options.limits);
		if (typeof text !== "string") {
			attempting.begin();
			return text;
		}
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
	if ("pieces" in data) return { large: data, attempting };
	return { data, exchange: attempting.succeed(data.value), attempting };
}

async function streamChat(services: Services, session: Session, args: Record<string, unknown>): Promise<Reply> {
	const options = args["stream_options"];
	const isUsageWanted = readMember(options, "include_usage") === true;
	// Usage is always requested: the page and the cost need it.
	const asked = { ...args, stream_options: { ...(isRecord(options) ? options : {}), include_usage: true } };
	return await answerStream(services, session, asked, () => new ChatForm(isUsageWanted));
}

const MAY_BE_USAGE = /"usage"|"choices"\s*:\s*\[\s*\]/;

/** Passes the events of a chat on unchanged, except for usage that only hub requested. */
class ChatForm implements StreamForm {
	private readonly isUsageWanted: boolean;
	private hasEnd = false;

	constructor(isUsageWanted: boolean) {
		this.isUsageWanted = isUsageWanted;
	}

	push(text: string): string {
		this.hasEnd ||= END_MARKER.test(text);
		const isPlain = this.isUsageWanted || !MAY_BE_USAGE.test(text);
		if (isPlain) return text;
		let rest = "";
		for (const { text: block, data } of splitEvents(text)) rest += withoutUsage(block, data);
		return rest;
	}

	end(): string {
		return this.hasEnd ? "" : "data: [DONE]\n\n";
	}

	fail(error: GatewayError): string {
		return formatEvent(error.toBody());
	}
}

function withoutUsage(block: string, data: string | undefined): string {
	const value = data !== undefined && MAY_BE_USAGE.test(data) ? parseJson(data) : undefined;
	if (!isRecord(value)) return `${block}\n\n`;
	const { usage, choices, ...rest } = value;
	if (Array.isArray(choices) && choices.length === 0) return "";
	if (usage === undefined) return `${block}\n\n`;
	return `data: ${JSON.stringify({ ...rest, choices })}\n\n`;
}
