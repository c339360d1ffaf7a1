import { readMember, textOf } from "../../base/json.ts";
import { withCall } from "../call.ts";
import { readMessages } from "../messages-input.ts";
import { createMessageForm, type MessageHead, toMessage } from "../messages-output.ts";
import { type Fields, type Incoming, readJson } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";
import { estimateValue } from "../token-estimate.ts";
import { answerTranslated } from "./chat.ts";

/** `POST /v1/messages`: Anthropic's form, converted to a chat. */
export async function answerMessages(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const isStream = fields["stream"] === true;
	const wanted = { task: "conversational", model: fields["model"], isStream, text } as const;
	return await withCall(incoming, wanted, async (call) => {
		const { args, tools, notices } = readMessages(fields);
		const head: MessageHead = {
			id: call.id.replace(/^req_/, ""),
			model: call.model,
			tools,
			learn: (tokens) => services.tokenRates.learn(call.model, tokens, () => estimateRequest(args)),
		};
		return await answerTranslated(call, isStream, {
			args,
			notices,
			toAnswer: (completion) => JSON.stringify(toMessage(head, completion)),
			createForm: () => createMessageForm(head),
		});
	});
}

/** `POST /v1/messages/count_tokens`: an estimate; no model is called. */
export async function answerTokenCount(incoming: Incoming): Promise<Reply> {
	const { services, key } = incoming;
	const { fields } = await readJson(incoming);
	const { model } = fields;
	services.targets.find(model, undefined, key);
	const { args } = readMessages(fields);
	const tokens = services.tokenRates.correct(textOf(model), estimateRequest(args));
	return replyJson({ input_tokens: tokens }, { headers: { "x-hub-estimate": "true" } });
}

/** Tokens that a picture takes, about. */
const PICTURE_TOKENS = 1200;

function estimateRequest({ messages, tools }: Fields): number {
	let pictures = 0;
	const texts: unknown[] = [];
	for (const { content, ...rest } of messages as Fields[]) {
		texts.push(rest);
		for (const part of Array.isArray(content) ? (content as unknown[]) : [content]) {
			if (readMember(part, "type") === "image_url") pictures++;
			else texts.push(part ?? "");
		}
	}
	return pictures * PICTURE_TOKENS + estimateValue(texts) + estimateValue(tools ?? "");
}
