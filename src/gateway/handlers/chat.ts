import { getPath, isDeeperThan, isRecord, MAX_JSON_LEVELS } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import { parseJson, readMember, readText } from "../../http/index.ts";
import { countAnswers, orderAnswers } from "../../inference/delta.ts";
import { type GatewayCall, withCall } from "../call.ts";
import type { RecordedResponse } from "../call-record.ts";
import { invalid } from "../errors.ts";
import { openChat, openOwnChat } from "../open-chat.ts";
import { type Fields, type Incoming, readJson, unhandledFields } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import { type Attempt, sendToTargets } from "../send-to-targets.ts";
import { END_MARKER, type EventBlock, formatEvent, splitEvents } from "../sse.ts";
import { answerStream, type LargeAnswer, type OpenChat, readAnswer, replyLarge, type StreamForm } from "../stream.ts";
import type { ReadChat } from "../translate-request.ts";

/** `POST /v1/chat/completions` */
export async function answerChat(incoming: Incoming): Promise<Reply> {
	const { fields, text } = await readJson(incoming);
	const { model, messages, stream } = fields;
	if (!Array.isArray(messages)) throw invalid("messages must be a list of messages.", "messages");
	const isStream = stream === true;
	const wanted = { task: "conversational", model, isStream, text } as const;
	return await withCall(incoming, wanted, async (call) => {
		const args = unhandledFields(fields, "stream");
		const open: OpenChat = (attempting, more) => openOwnChat(call, attempting, args, more);
		const isUsageWanted = getPath(fields, "stream_options", "include_usage") === true;
		if (isStream) return await answerStream(call, args, () => createChatForm(isUsageWanted), open);
		const chat = await requestChat(call, args, open, true);
		if ("large" in chat) return replyLarge(call, chat.attempting, chat.large);
		return call.record.reply("application/json", chat.text, [chat], () => chat.value);
	});
}

interface ChatAnswer {
	value: Record<string, unknown>;
	/** The unchanged text, without secrets. */
	text: string;
}

type ParsedChat = ChatAnswer & RecordedResponse & { attempting: Attempt };

/** A response that is forwarded without being parsed. */
interface PassedChat {
	large: LargeAnswer;
	attempting: Attempt;
}

/** @param open sends the chat in the form of the target; default: as it is */
function requestChat(call: GatewayCall, args: Fields, open: OpenChat): Promise<ParsedChat>;
/** The same; a response of several megabytes may be forwarded without being parsed. */
function requestChat(call: GatewayCall, args: Fields, open: OpenChat, mayPass: true): Promise<ParsedChat | PassedChat>;
async function requestChat(
	call: GatewayCall,
	args: Fields,
	open: OpenChat,
	mayPass = false,
): Promise<ParsedChat | PassedChat> {
	const send = async (attempting: Attempt): Promise<ChatAnswer | LargeAnswer> => {
		const { limits } = attempting.options;
		const { response } = await open(attempting);
		const text = mayPass ? await readAnswer(response, limits) : await readText(response, limits);
		if (typeof text !== "string") {
			attempting.begin();
			return text;
		}
		const value = parseJson(text);
		const choices = readMember(value, "choices");
		if (!isRecord(value) || !Array.isArray(choices) || choices.length === 0)
			throw new InferenceClientProviderOutputError("Expected a chat completion.");
		if (isDeeperThan(value, MAX_JSON_LEVELS))
			throw new InferenceClientProviderOutputError("The answer is nested too deeply.");
		const ordered = orderAnswers(value, countAnswers(args));
		attempting.begin();
		return { value: ordered, text: call.services.clean(ordered === value ? text : JSON.stringify(ordered)) };
	};
	call.record.addArguments(args);
	const { result: data, attempting } = await sendToTargets(call, (attempting) =>
		// A `fetch` that ignores its signal is abandoned.
		attempting.cancellation.race(send(attempting)),
	);
	if ("pieces" in data) return { large: data, attempting };
	return { ...data, exchange: attempting.succeed(data.value, () => data.text), attempting };
}

const MAY_BE_USAGE = /"usage"|"choices"\s*:\s*\[\s*\]/;

/** Forwards the events of a chat unchanged, except for usage that only hub requested. */
function createChatForm(isUsageWanted: boolean): StreamForm {
	let hasEnd = false;
	return {
		push(text) {
			hasEnd ||= END_MARKER.test(text);
			if (isUsageWanted || !MAY_BE_USAGE.test(text)) return text;
			return splitEvents(text).map(withoutUsage).join("");
		},
		end: () => (hasEnd ? "" : "data: [DONE]\n\n"),
		fail: (error) => formatEvent(error.toBody()),
	};
}

function withoutUsage({ text, data = "" }: EventBlock): string {
	const value = MAY_BE_USAGE.test(data) ? parseJson(data) : undefined;
	const { usage, choices, ...rest } = isRecord(value) ? value : {};
	if (Array.isArray(choices) && choices.length === 0) return "";
	return usage === undefined ? `${text}\n\n` : formatEvent({ ...rest, choices });
}

/** A request in another format than OpenAI's chat completions, as a chat, and the way back. */
interface TranslatedChat {
	read: ReadChat;
	/** Converts a whole chat completion to JSON in the client's format. */
	toAnswer(completion: Fields, attempting: Attempt): string;
	createForm(attempting: Attempt): StreamForm;
}

/** Answers a request that was translated to a chat, as a whole or as a stream. */
export async function answerTranslated(
	call: GatewayCall,
	isStream: boolean,
	{ read, toAnswer, createForm }: TranslatedChat,
): Promise<Reply> {
	call.record.addNotices(read.notices);
	const open: OpenChat = (attempting, more) => openChat(call, attempting, read, more);
	if (isStream) return await answerStream(call, read.args, createForm, open);
	const answer = await requestChat(call, read.args, open);
	const body = call.services.clean(toAnswer(answer.value, answer.attempting));
	return call.record.reply("application/json", body, [answer], () => answer.value);
}
