import { untrustedLimits } from "./limits.ts";
import { Template } from "./template.ts";
import { undeclaredVariables } from "./variables.ts";

/** Features of a chat template. */
export interface ChatTemplateDescription {
	/** System messages are part of the prompt. */
	readonly system: boolean;
	/** Descriptions of tools are part of the prompt. */
	readonly tools: boolean;
	/** Documents are part of the prompt. */
	readonly documents: boolean;
	/** Messages may contain images. */
	readonly images: boolean;
	/** The template supports thinking: it can be switched, or earlier reasoning is shown. */
	readonly thinking: boolean;
	/** The roles whose messages are part of the prompt. */
	readonly roles: string[];
}

interface Message {
	readonly role: string;
	readonly content: unknown;
	readonly [name: string]: unknown;
}

const MARK = "zqmarkqz";
const USER: Message = { role: "user", content: "Hello" };
const ASSISTANT: Message = { role: "assistant", content: "Hi" };
const TOOL = {
	type: "function",
	function: { name: MARK, description: MARK, parameters: { type: "object", properties: {}, required: [] } },
};
const CALL = { id: "call00001", type: "function", function: { name: "look", arguments: {} } };
const COMMON_ROLES = ["system", "user", "assistant"];
/** A template that prints any role supports these only if it names them. */
const SPECIAL_ROLES = ["developer", "tool", "ipython", "function"];
const THINKING =
	/(?:^|\.)(?:enable_thinking|thinking|thinking_budget|reasoning|reasoning_content|reasoning_effort|think)$/;

/**
 * Finds out what a chat template supports by rendering small conversations, under the limits for untrusted templates.
 *
 * @throws TemplateSyntaxError if the template cannot be read
 */
export function describeChatTemplate(source: string): ChatTemplateDescription {
	const template = new Template(source, { limits: { ...untrustedLimits, max_time: 1_000, max_steps: 2_000_000 } });
	const render = (messages: readonly Message[], more: Record<string, unknown> = {}): string => {
		try {
			return template.render({ ...DEFAULTS, messages, ...more });
		} catch {
			return "";
		}
	};
	const shows = (messages: readonly Message[], more?: Record<string, unknown>): boolean =>
		render(messages, more).includes(MARK);
	const known = [...COMMON_ROLES, ...SPECIAL_ROLES.filter((role) => new RegExp(`["']${role}["']`).test(source))];
	const roles = known.filter((role) => conversationsOf(role).some((messages) => shows(messages)));
	const document = { title: MARK, text: MARK, content: MARK, doc_id: 1 };
	return {
		system: roles.includes("system"),
		tools:
			shows([USER], { tools: [TOOL] }) || shows([{ role: "system", content: "Be kind." }, USER], { tools: [TOOL] }),
		documents: shows([USER], { documents: [document] }),
		images: IMAGES.some((image) => {
			const text = { type: "text", text: MARK };
			const shown = render([{ role: "user", content: [image, text] }]);
			// A list that is merely printed does not count as supported.
			return (
				shown.includes(MARK) && !/['"]type['"]/.test(shown) && shown !== render([{ role: "user", content: [text] }])
			);
		}),
		thinking:
			/<\/?think(?:ing)?>/.test(source) ||
			undeclaredVariables(source, { nested: true }).some((path) => THINKING.test(path)),
		roles,
	};
}

const DEFAULTS = {
	add_generation_prompt: true,
	bos_token: "<s>",
	eos_token: "</s>",
	pad_token: "",
	unk_token: "",
	tools: null,
	documents: null,
};
const IMAGES = [{ type: "image" }, { type: "image_url", image_url: { url: "http://localhost/a.png" } }];

/** Conversations that may contain the role, each with the mark as its content. */
function conversationsOf(role: string): Message[][] {
	const contents = [MARK, [{ type: "text", text: MARK }]];
	return contents.flatMap((content) => {
		const message = { role, content };
		if (role === "system" || role === "developer") return [[message, USER]];
		if (role === "user") return [[message]];
		if (role === "assistant")
			return [
				[USER, message, USER],
				[USER, message],
			];
		const call = { ...ASSISTANT, content: "", tool_calls: [CALL] };
		const answer = { ...message, name: "look", tool_call_id: CALL.id };
		return [
			[USER, call, answer],
			[USER, answer],
		];
	});
}
