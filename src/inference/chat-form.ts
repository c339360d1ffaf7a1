import { isRecord, omitUndefined, readMember, textOf } from "../base/json.ts";
import { InferenceClientProviderApiError } from "../errors.ts";
import { findDetail } from "../http/index.ts";
import { readContent } from "./delta.ts";
import { CHAT_REGISTRY, ENDPOINT_CHATS } from "./providers/table.ts";
import { adaptSchema } from "./tool-schema.ts";
import type { BaseArgs, ChatForm, ReasoningField, SchemaForm } from "./types.ts";

/** The fields of an assistant message that may have the model's reasoning, the first one first. */
const REASONING_FIELDS: readonly ReasoningField[] = ["reasoning_content", "reasoning"];

type ChatMembers = Readonly<Record<string, unknown>>;

/** Documents in messages, as parts of them → the texts in their place. */
export type FileTexts = ReadonlyMap<unknown, string>;

/** Returns the reasoning of an assistant message; empty for none. */
function reasoningOf(message: ChatMembers): string {
	for (const field of REASONING_FIELDS) {
		const text = readContent(message[field]);
		if (text !== "") return text;
	}
	return "";
}

/** Returns the members of a message that have the model's reasoning, to keep them with the answer. */
export function pickReasoning(message: unknown): { [field in ReasoningField]?: string } {
	const found = REASONING_FIELDS.map((field) => [field, readContent(readMember(message, field))] as const);
	return Object.fromEntries(found.filter(([, text]) => text !== ""));
}

/** Stands for the reasoning of an answer that has none. Some services refuse an empty text. */
const NO_REASONING = " ";

/**
 * Puts the reasoning of earlier answers into the field that a service reads; an answer that was only reasoning is dropped with it.
 * @returns the same list if nothing changes
 */
export function placeReasoning<Message extends object>(
	messages: readonly Message[],
	{ reasoning: field, needsReasoning }: Pick<ChatForm, "reasoning" | "needsReasoning">,
): readonly Message[] {
	if (field === undefined) return messages;
	let placed: Message[] | undefined;
	for (const [index, message] of messages.entries()) {
		const fields = message as ChatMembers;
		const isPlaced = fields["role"] !== "assistant" || isInPlace(fields, field, needsReasoning === true);
		if (isPlaced) {
			placed?.push(message);
			continue;
		}
		placed ??= messages.slice(0, index);
		const text = reasoningOf(fields) || (needsReasoning ? NO_REASONING : "");
		const { reasoning_content: _one, reasoning: _other, ...rest } = fields;
		if (text !== "" && field !== "none") placed.push({ ...rest, [field]: text } as unknown as Message);
		else if (rest["content"] || rest["tool_calls"]) placed.push(rest as unknown as Message);
	}
	return placed ?? messages;
}

/** Whether the reasoning of an answer is in one field only, if it has any or needs it. */
function isInPlace(answer: ChatMembers, field: ReasoningField | "none", isNeeded: boolean): boolean {
	const { reasoning_content: one, reasoning: other } = answer;
	if (one === undefined && other === undefined) return !isNeeded;
	const [own, foreign] = field === "reasoning" ? [other, one] : [one, other];
	return field !== "none" && foreign === undefined && typeof own === "string" && own !== "";
}

/**
 * Returns the arguments of a chat in the form that a service takes. Equal arguments become equal ones, and those that
 * share a beginning still do: services cache the beginning of a conversation.
 * @param texts of documents, for a service that takes none. Default: a placeholder for each
 */
export function adaptChat<Args extends ChatMembers>(args: Args, form: ChatForm, texts?: FileTexts): Args {
	const adapted: Record<string, unknown> = {};
	for (const name in args) {
		if (form.without?.includes(name)) continue;
		const value = args[name] as unknown;
		if (name === "messages") adapted[name] = adaptMessages(value as readonly ChatMembers[], form, texts);
		else if (name === "tools") adapted[name] = adaptTools(value as readonly unknown[], form.schemas);
		else if (form.maxTokens !== undefined && isLength(name, value)) adapted[name] = Math.min(value, form.maxTokens);
		else adapted[name] = value;
	}
	return adapted as Args;
}

function adaptMessages(
	given: readonly ChatMembers[],
	form: ChatForm,
	texts: FileTexts | undefined,
): readonly ChatMembers[] {
	let messages = placeReasoning(given, form);
	if (!form.lateSystem) messages = placeSystem(messages);
	if (form.callIds === "nine") messages = messages.map(shortenIds);
	const hasParts = messages.some(({ content }) => Array.isArray(content));
	return hasParts ? messages.map((message) => replaceParts(message, form, texts)) : messages;
}

/** Marks a text as the system's, inside a message of the user. */
function toReminder(text: string): string {
	return `<system-reminder>\n${text}\n</system-reminder>`;
}

/**
 * Joins the messages of the system at the start. A later one becomes part of a message of the user at its place: the start
 * of the conversation stays as it was. Consecutive messages of the user become one, since many templates require alternating turns.
 */
function placeSystem(messages: readonly ChatMembers[]): readonly ChatMembers[] {
	const placed: ChatMembers[] = [];
	let hasChanged = false;
	for (const message of messages) {
		const last = placed.at(-1);
		const given = message["role"];
		const isSystem = given === "system" || given === "developer";
		if (!isSystem && (given !== "user" || last?.["role"] !== "user")) {
			placed.push(message);
			continue;
		}
		const isFirst = last === undefined || (placed.length === 1 && last["role"] === "system");
		const role = isSystem && isFirst ? "system" : "user";
		const content = isSystem && !isFirst ? toReminder(readContent(message["content"])) : message["content"];
		const one = role === given ? message : { ...message, role, content };
		const isJoined = last?.["role"] === role;
		hasChanged ||= isJoined || one !== message;
		if (isJoined) placed[placed.length - 1] = joinMessages(last, one);
		else placed.push(one);
	}
	return hasChanged ? placed : messages;
}

/** Joins the contents of two messages in the first. */
function joinMessages(first: ChatMembers, second: ChatMembers): ChatMembers {
	const [before, after] = [first["content"], second["content"]];
	const isText = typeof before === "string" && typeof after === "string";
	const content = isText ? [before, after].filter(Boolean).join("\n\n") : [...toParts(before), ...toParts(after)];
	return { ...first, content };
}

function toParts(content: unknown): unknown[] {
	if (Array.isArray(content)) return content as unknown[];
	return content === "" || content === undefined || content === null ? [] : [{ type: "text", text: content }];
}

function shortenIds(message: ChatMembers): ChatMembers {
	const { tool_calls: calls, tool_call_id: id } = message;
	if (typeof id === "string") return { ...message, tool_call_id: toNine(id) };
	if (!Array.isArray(calls)) return message;
	const shortened = (calls as ChatMembers[]).map((call) =>
		typeof call["id"] === "string" ? { ...call, id: toNine(call["id"]) } : call,
	);
	return { ...message, tool_calls: shortened };
}

const NINE = /^[A-Za-z0-9]{9}$/;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns nine letters and digits for an id, always the same ones; ids that fit stay. */
export function toNine(id: string): string {
	if (NINE.test(id)) return id;
	// Two hashes of 32 bits (FNV-1a from two starts) hold 53 bits and more: nine digits of base 62.
	let [one, other] = [0x811c9dc5, 0x9e3779b9];
	for (let at = 0; at < id.length; at++) {
		one = Math.imul(one ^ id.charCodeAt(at), 0x01000193);
		other = Math.imul(other ^ (id.charCodeAt(at) + at), 0x01000193);
	}
	let value = (one >>> 0) * 2 ** 21 + ((other >>> 0) % 2 ** 21);
	let text = "";
	for (let place = 0; place < 9; place++) {
		text += DIGITS[value % 62];
		value = Math.floor(value / 62);
	}
	return text;
}

/** A text in place of a part that the service does not take. */
function replaceParts(
	message: ChatMembers,
	{ images = true, files = false }: ChatForm,
	texts: FileTexts | undefined,
): ChatMembers {
	const { content } = message;
	if (!Array.isArray(content)) return message;
	const isRefused = (part: unknown): boolean => {
		const type = readMember(part, "type");
		return (type === "file" && !files) || (type === "image_url" && !images);
	};
	if (!content.some(isRefused)) return message;
	const replaced = (content as unknown[]).map((part) =>
		isRefused(part) ? { type: "text", text: texts?.get(part) ?? describePart(part as ChatMembers) } : part,
	);
	// Services that take no images often take no lists either.
	const isText = replaced.every((part) => readMember(part, "type") === "text");
	return {
		...message,
		content: isText ? replaced.map((part) => textOf(readMember(part, "text"))).join("\n\n") : replaced,
	};
}

/** Describes a part that was removed. */
function describePart(part: ChatMembers): string {
	if (part["type"] === "image_url") return "[An image was here. This model's service takes no images.]";
	const file = isRecord(part["file"]) ? part["file"] : {};
	const data = textOf(file["file_data"]);
	const [, type = "unknown type"] = /^data:([\w.+/-]{1,100})/.exec(data) ?? [];
	const size = Math.ceil((data.length * 3) / 4 / 1000);
	const name = textOf(file["filename"]).slice(0, 200);
	return `[The document${name && ` "${name}"`} was here (${type}, ${size} kB). This model's service takes no documents of this type: its content is not known.]`;
}

function adaptTools(tools: readonly unknown[], form: SchemaForm | undefined): readonly unknown[] {
	if (!form) return tools;
	return tools.map((tool) => {
		const called = readMember(tool, "function");
		const schema = readMember(called, "parameters");
		if (!isRecord(called) || !isRecord(schema)) return tool;
		return { ...(tool as object), function: { ...called, parameters: adaptSchema(schema, form) } };
	});
}

/** Models whose templates take such ids only. */
const NINE_MODELS = /mistral|mixtral|codestral|devstral|magistral|ministral|pixtral/i;

/**
 * Returns the form of a chat that the target of a call takes, as far as it is known. For the router's choice, most
 * endpoints and a server on this machine nothing is: its responses decide.
 */
export function findChatForm({ provider, model = "", endpointUrl }: BaseArgs): ChatForm {
	const known = typeof provider === "string" ? CHAT_REGISTRY.get(provider) : provider;
	const ofProvider = known && "chat" in known ? known.chat : undefined;
	const form = (endpointUrl === undefined ? ofProvider : findEndpointForm(endpointUrl)) ?? {};
	return NINE_MODELS.test(model) ? { callIds: "nine", ...form } : form;
}

function findEndpointForm(url: string): ChatForm | undefined {
	const host = URL.canParse(url) ? new URL(url).hostname : "";
	const name = Object.keys(ENDPOINT_CHATS).find((known) => host === known || host.endsWith(`.${known}`));
	return name === undefined ? undefined : ENDPOINT_CHATS[name];
}

/** Maximum refusals to learn from per request: each costs a call. */
const MAX_LESSONS = 4;

/**
 * Sends a chat in the form that its target takes. What the target refuses is left out, and the chat is sent again.
 * @param readForm returns the known facts about the target
 * @param learn records what a refusal showed; returns whether to send again
 * @param send rejects if the target refuses the chat
 * @param readFiles returns the texts of the chat's documents; called for a target that takes none
 */
export async function sendInForm<Given extends ChatMembers, Result>(
	args: Given,
	readForm: () => ChatForm,
	learn: (lesson: Lesson) => boolean,
	send: (args: Given) => Promise<Result>,
	readFiles?: () => Promise<FileTexts>,
): Promise<Result> {
	for (let lessons = 0; ; lessons++) {
		const form = readForm();
		const adapted = adaptChat(args, form, form.files ? undefined : await readFiles?.());
		try {
			return await send(adapted);
		} catch (error) {
			const lesson = lessons < MAX_LESSONS ? learnFromRefusal(error, adapted, form) : undefined;
			if (!lesson || !learn(lesson)) throw error;
		}
	}
}

/** Known facts about the reasoning of targets, by provider and model; for one conversation. */
export type ReasoningMemory = Map<string, Pick<ChatForm, "reasoning" | "needsReasoning">>;

/**
 * Sends a chat whose messages are the caller's own: only the reasoning of earlier answers takes the form of the target.
 * @param memory stores what refusals showed
 * @param notify called with a notice about a refusal
 */
export async function sendWithReasoning<Given extends BaseArgs & ChatMembers, Result>(
	args: Given,
	memory: ReasoningMemory,
	notify: (notice: string) => void,
	send: (args: Given) => Promise<Result>,
): Promise<Result> {
	const { provider = "auto", model = "", endpointUrl = "" } = args;
	const name = typeof provider === "string" ? provider : provider.id;
	const key = `${name} ${model} ${endpointUrl}`;
	const readForm = (): ChatForm => {
		const { reasoning, needsReasoning } = { ...findChatForm(args), ...memory.get(key) };
		return { lateSystem: true, files: true, ...omitUndefined({ reasoning, needsReasoning }) };
	};
	const learn = ({ form: { reasoning, needsReasoning }, notice }: Lesson): boolean => {
		if (reasoning === undefined) return false;
		memory.set(key, omitUndefined({ reasoning, needsReasoning }));
		notify(`${endpointUrl || name} ${notice}`);
		return true;
	};
	return await sendInForm(args, readForm, learn, send);
}

/** What a refusal showed about a service. */
export interface Lesson {
	form: ChatForm;
	notice: string;
}

const PICTURES = /\b(?:image|images|image_url|vision|multi-?modal|modality)\b/i;
const FILES = /\b(?:file|files|document|pdf)\b/i;
/** Matches errors about the form of an id, not about an unknown id. */
const CALL_IDS = /tool.?call.?id.{0,300}(?:length|a-z|alphanumeric|characters|pattern)/is;
/** Matches errors about missing reasoning, not about refused reasoning. */
const MISSES = /must be (?:passed|provided|included|present)|is missing|missing in|is required/i;

/** Fields of a chat that a request can do without, as services name them. */
const OPTIONAL: readonly string[] = (
	"reasoning_effort service_tier metadata prompt_cache_key safety_identifier user top_k parallel_tool_calls " +
	"stream_options seed logit_bias"
).split(" ");

/**
 * Returns what a failure says about the form of a chat that a service takes: status 400 or 422 and a message that names what
 * it refuses. Undefined for other failures, and for facts about the service that are known already.
 * @param args of the chat in the form that was sent
 */
export function learnFromRefusal(error: unknown, args: ChatMembers, form: ChatForm): Lesson | undefined {
	if (!(error instanceof InferenceClientProviderApiError)) return undefined;
	const { status, body } = error.httpResponse;
	if (status !== 400 && status !== 422) return undefined;
	const message = `${findDetail(body) ?? error.message} ${textOf(readMember(readMember(body, "error"), "param"))}`;
	const messages = (args["messages"] ?? []) as readonly ChatMembers[];
	const hasPart = (type: string): boolean =>
		messages.some(
			({ content }) => Array.isArray(content) && content.some((part: unknown) => readMember(part, "type") === type),
		);
	const isReasoning = /\breasoning(?:_content)?\b(?!.?effort)/i.test(message);
	if (isReasoning && MISSES.test(message) && form.needsReasoning) return undefined;
	if (isReasoning && MISSES.test(message)) {
		const { reasoning = "reasoning_content" } = form;
		const field = reasoning === "none" ? "reasoning_content" : reasoning;
		return {
			form: { reasoning: field, needsReasoning: true },
			notice: `wants ${field} in each earlier answer; those without it got an empty one.`,
		};
	}
	if (isReasoning && messages.some((one) => reasoningOf(one) !== "")) {
		return { form: { reasoning: "none" }, notice: "refuses the reasoning of earlier answers, which was left out." };
	}
	if (form.callIds === undefined && CALL_IDS.test(message)) {
		return { form: { callIds: "nine" }, notice: "takes other ids of calls, which were replaced." };
	}
	if (form.images !== false && PICTURES.test(message) && hasPart("image_url")) {
		return { form: { images: false }, notice: "takes no images: the model got a note in place of each." };
	}
	if (form.files && FILES.test(message) && hasPart("file")) {
		return { form: { files: false }, notice: "takes no documents: the model got a note in place of each." };
	}
	const maxTokens = findLongest(message, status, args);
	if (maxTokens !== undefined)
		return { form: { maxTokens }, notice: `takes a max_tokens of ${maxTokens} at most, which it got.` };
	const field = OPTIONAL.find((name) => args[name] !== undefined && toWord(name).test(message));
	if (field !== undefined) {
		return { form: { without: [...(form.without ?? []), field] }, notice: `refuses ${field}, which was left out.` };
	}
	const isSchema = /schema|parameters/i.test(message) && args["tools"] !== undefined;
	if (isSchema && form.schemas !== "plain") {
		return { form: { schemas: "plain" }, notice: "refuses schemas of tools, which were simplified." };
	}
	return undefined;
}

/** Whether a field limits the length of the answer. */
function isLength(name: string, value: unknown): value is number {
	return (name === "max_tokens" || name === "max_completion_tokens") && typeof value === "number";
}

const LENGTHS = /max_(?:completion_|output_)?tokens|(?:completion|output) tokens/i;
/** Matches errors about the length of the request and the answer together. */
const CONTEXT = /context length|context limit|\b(?:inputs?|prompt|messages)\b/i;
/** A smaller number in an error is hardly a limit. */
const LEAST_LIMIT = 256;

/**
 * Returns the tokens of the longest answer that an error names, if the request asked for more.
 * @param status of the error, which some services repeat in its text
 */
function findLongest(message: string, status: number, args: ChatMembers): number | undefined {
	const [, asked] = Object.entries(args).find(([name, value]) => isLength(name, value)) ?? [];
	if (!LENGTHS.test(message) || CONTEXT.test(message)) return undefined;
	const named = [...message.matchAll(/\d{3,9}/g)].map(Number);
	const limits = named.filter((limit) => limit >= LEAST_LIMIT && limit !== status && limit < Number(asked));
	return limits.length > 0 ? Math.max(...limits) : undefined;
}

/** Matches the name of a field, also with other separators. */
function toWord(name: string): RegExp {
	return new RegExp(`\\b${name.replaceAll("_", "[ _-]?")}\\b`, "i");
}
