import { getPath, textOf } from "../../base/json.ts";
import { withCall } from "../call.ts";
import { nameTarget } from "../failure.ts";
import { readMessages } from "../messages-input.ts";
import { createMessageForm, type MessageHead, toMessage } from "../messages-output.ts";
import { estimateAsSent, hasParts } from "../open-chat.ts";
import { createRequestId, type Incoming, readJson } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";
import type { Attempt } from "../send-to-targets.ts";
import { estimateChat, estimateTexts } from "../token-estimate.ts";
import { answerTranslated } from "./chat.ts";

/** `POST /v1/messages`: Anthropic's form, converted to a chat. */
export async function answerMessages(incoming: Incoming): Promise<Reply> {
	const { services } = incoming;
	const { fields, text } = await readJson(incoming);
	const isStream = fields["stream"] === true;
	const wanted = { task: "conversational", model: fields["model"], isStream, text } as const;
	return await withCall(incoming, wanted, async (call) => {
		const read = readMessages(fields);
		let isEstimated = false;
		const estimate = (): number => services.tokenRates.correct(call.model, estimateChat(read.args));
		const describe = ({ target }: Attempt): MessageHead => ({
			id: call.id.replace(/^req_/, ""),
			model: call.model,
			tools: read.tools,
			hidesThinking: getPath(fields, "thinking", "display") === "omitted",
			learnField: (field) => services.chatForms.learnField(target, field),
			clean: services.clean,
			estimate: () => {
				isEstimated = true;
				call.record.addNotices([
					`${nameTarget(target)} does not say how many tokens a call uses: usage is an estimate.`,
				]);
				return estimate();
			},
			// The characters of an image do not show how many tokens it has.
			guess: () => (hasParts(read.args) ? estimate() : services.tokenRates.guess(call.model, text.length)),
			learn: (tokens) => services.tokenRates.learn(call.model, tokens, () => estimateTexts(read.args)),
		});
		const reply = await answerTranslated(call, isStream, {
			read,
			toAnswer: (completion, attempting) => JSON.stringify(toMessage(describe(attempting), completion)),
			createForm: (attempting) => createMessageForm(describe(attempting)),
		});
		const told = isEstimated ? { "x-hub-estimate": "true" } : {};
		return { ...reply, headers: { ...reply.headers, ...told, "request-id": call.id } };
	});
}

/** `POST /v1/messages/count_tokens`: an estimate; no model is called. */
export async function answerTokenCount(incoming: Incoming): Promise<Reply> {
	const { services, key } = incoming;
	const { fields } = await readJson(incoming);
	const { model } = fields;
	const [target] = services.targets.find(model, undefined, key);
	const { args } = readMessages(fields);
	const tokens = services.tokenRates.correct(textOf(model), await estimateAsSent(services, target, args));
	return replyJson(
		{ input_tokens: tokens },
		{ headers: { "x-hub-estimate": "true", "request-id": createRequestId(services.now()) } },
	);
}
