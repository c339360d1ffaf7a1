import { GatewayError } from "./errors.ts";
import { askChat } from "./handlers/chat.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";
import { answerStream, type StreamForm } from "./stream.ts";
import type { ReadChat } from "./translate-request.ts";

/** A request in another format than OpenAI's chat completions, as a chat, and the way back. */
export interface TranslatedChat extends Pick<ReadChat, "args" | "notices"> {
	/** Converts a whole chat completion to JSON in the client's format. */
	toAnswer(completion: Readonly<Record<string, unknown>>): string;
	createForm(): StreamForm;
}

/** Answers a request that was translated to a chat, as a whole or as a stream. */
export async function answerTranslated(
	session: Session,
	isStream: boolean,
	translated: TranslatedChat,
): Promise<Reply> {
	const { args, notices } = translated;
	session.addNotices(notices);
	try {
		return await ask(session, isStream, translated);
	} catch (error) {
		if (!refusesEffort(error) || args["reasoning_effort"] === undefined) throw error;
		const { reasoning_effort: _effort, ...rest } = args;
		return await ask(session, isStream, { ...translated, args: rest });
	}
}

/** Whether a service does not take an effort of reasoning: agents send one to every model. */
function refusesEffort(error: unknown): boolean {
	const isRefusal = error instanceof GatewayError && (error.status === 400 || error.status === 422);
	return isRefusal && /reasoning.?effort/i.test(`${error.message} ${error.details.param ?? ""}`);
}

async function ask(
	session: Session,
	isStream: boolean,
	{ args, toAnswer, createForm }: TranslatedChat,
): Promise<Reply> {
	if (isStream) return await answerStream(session, args, createForm);
	const answer = await askChat(session, args);
	const body = session.services.clean(toAnswer(answer.value));
	return session.reply("application/json", body, [answer], () => answer.value);
}
