import { getPath, isRecord, readMember } from "../base/json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Part of a message of a chat: text or a picture. */
export type ChatPart =
	| { type: "text"; text: string }
	| { type: "image_url"; image_url: { url: string; detail?: string } };

/** Settings that chat services know under the same name, with the default, which is not sent. */
const SETTINGS: readonly (readonly [name: string, usual?: unknown])[] = [
	["temperature"],
	["top_p"],
	["top_k"],
	["min_p"],
	["seed"],
	["stop"],
	["user"],
	["logit_bias"],
	["frequency_penalty", 0],
	["presence_penalty", 0],
	["repetition_penalty", 1],
];

/** Returns the settings of a request that a chat knows too; all other fields are dropped. */
export function readSettings(fields: Fields): Record<string, unknown> {
	const known: Record<string, unknown> = {};
	for (const [name, usual] of SETTINGS) {
		const value = readMember(fields, name);
		if (value !== undefined && value !== null && value !== usual) known[name] = value;
	}
	return known;
}

/** Effort of reasoning in agents → in chats. Others are dropped. */
const EFFORTS: ReadonlyMap<unknown, string> = new Map([
	["none", "none"],
	["minimal", "low"],
	["low", "low"],
	["medium", "medium"],
	["high", "high"],
	["xhigh", "high"],
	["max", "high"],
]);

/** Returns the field of a chat for the effort of reasoning that an agent asks for. */
export function readEffort(effort: unknown): { reasoning_effort?: string } {
	const known = EFFORTS.get(effort);
	return known === undefined ? {} : { reasoning_effort: known };
}

/** A picture as part of a message. */
export function toPicture(url: string, detail?: unknown): ChatPart {
	return { type: "image_url", image_url: { url, ...(typeof detail === "string" ? { detail } : {}) } };
}

/** Content of a message: text where there is no picture, since many services take lists of parts only for pictures. */
export function joinParts(parts: readonly ChatPart[], separator = ""): string | readonly ChatPart[] {
	const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
	return texts.length === parts.length ? texts.join(separator) : parts;
}

interface ChatMessage {
	role: string;
	content: unknown;
	tool_calls?: object[];
	tool_call_id?: string;
}

/** Builds the messages of a chat so that every service takes their order. */
export class ChatMessages {
	private readonly messages: ChatMessage[] = [];
	/** Of the last outputs of tools: only the user's messages may hold pictures. */
	private pictures: ChatPart[] = [];

	/** Adds a message. System messages in a row are joined: many templates take only the first. */
	add(role: string, content: string | readonly ChatPart[]): void {
		this.addPictures();
		const last = this.messages.at(-1);
		// The outputs of tools must follow the message with their calls.
		const mayJoin = role === "system" || (role === "assistant" && last?.tool_calls !== undefined);
		if (last?.role === role && mayJoin && typeof content === "string") {
			if (last.content === null || last.content === "") last.content = content;
			else if (typeof last.content === "string") last.content += `\n\n${content}`;
			if (typeof last.content === "string") return;
		}
		this.messages.push({ role, content });
	}

	/** Adds a call to a tool; calls in a row belong to one message, with the text before them. */
	addCall(id: string, name: string, args: string): void {
		this.addPictures();
		const call = { id, type: "function", function: { name, arguments: args } };
		let last = this.messages.at(-1);
		if (last?.role !== "assistant") {
			last = { role: "assistant", content: null };
			this.messages.push(last);
		}
		if (last.tool_calls) last.tool_calls.push(call);
		else last.tool_calls = [call];
	}

	/** Adds the output of a tool. */
	addOutput(id: string, parts: readonly ChatPart[]): void {
		const texts = parts.filter(({ type }) => type === "text");
		const pictures = parts.filter(({ type }) => type !== "text");
		const content = texts.length === 0 && pictures.length > 0 ? "See the picture below." : joinParts(texts, "\n");
		this.messages.push({ role: "tool", tool_call_id: id, content });
		for (const picture of pictures) this.pictures.push(picture);
	}

	/** Returns the messages; none may be added afterwards. */
	end(): readonly object[] {
		this.addPictures();
		return this.messages;
	}

	private addPictures(): void {
		const { pictures } = this;
		if (pictures.length === 0) return;
		this.pictures = [];
		this.messages.push({ role: "user", content: [{ type: "text", text: "Pictures from the tools:" }, ...pictures] });
	}
}

/** A tool as the client knows it. */
export interface ClientTool {
	type: "function" | "custom";
	name: string;
	namespace?: string | undefined;
}

const MAX_NAME_LENGTH = 64;

/**
 * Gives the tools of a client names that chat services take: at most 64 characters of `[A-Za-z0-9_-]`, all different.
 * A name that is valid stays as it is.
 */
export class ToolNames {
	private readonly offered = new Map<string, ClientTool>();
	/** Key of a tool → its name in the chat. */
	private readonly names = new Map<string, string>();
	/** Start of a name → the number that the next one with this start gets. */
	private readonly numbers = new Map<string, number>();

	/** Returns the name of a tool in the chat. Names without namespace must come first: they are not changed then. */
	add(tool: ClientTool): string {
		const key = keyOf(tool);
		const known = this.names.get(key);
		const name = known ?? this.createName(tool);
		this.names.set(key, name);
		this.offered.set(name, tool);
		return name;
	}

	/** Returns the tool that the model called; an unknown name is a function's. */
	find(name: string): ClientTool {
		return this.offered.get(name) ?? { type: "function", name };
	}

	/** Returns the name of a tool that was added. */
	nameOf(tool: Pick<ClientTool, "name" | "namespace">): string | undefined {
		return this.names.get(keyOf(tool));
	}

	private createName({ name, namespace }: ClientTool): string {
		const separator = namespace?.endsWith("_") ? "" : "__";
		const full = namespace === undefined ? name : namespace.slice(0, MAX_NAME_LENGTH) + separator + name;
		const base = full.slice(0, MAX_NAME_LENGTH).replace(/[^\w-]/g, "_") || "tool";
		if (full.length <= MAX_NAME_LENGTH && !this.offered.has(base)) return base;
		const start = base.slice(0, MAX_NAME_LENGTH - 7);
		for (let number = this.numbers.get(start) ?? 2; ; number++) {
			const numbered = `${start}_${number}`;
			if (this.offered.has(numbered)) continue;
			this.numbers.set(start, number + 1);
			return numbered;
		}
	}
}

function keyOf({ name, namespace }: Pick<ClientTool, "name" | "namespace">): string {
	return JSON.stringify([namespace, name]);
}

/** A tool of a chat. Missing members are left out: services refuse null. */
export function toChatTool(name: string, { description, parameters, strict }: Fields): object {
	return {
		type: "function",
		function: {
			name,
			...(typeof description === "string" ? { description } : {}),
			parameters: isRecord(parameters) ? parameters : { type: "object", properties: {} },
			...(strict === true ? { strict } : {}),
		},
	};
}

/** Types of tools that a sentence lists. */
export const MAX_LISTED = 8;

/** Says which tools were left out. */
export function describeLeftOut(what: string, types: ReadonlySet<string>): string[] {
	if (types.size === 0) return [];
	const listed = [...types].slice(0, MAX_LISTED).map((type) => type.slice(0, MAX_NAME_LENGTH));
	const more = types.size > listed.length ? ` and ${types.size - listed.length} more` : "";
	return [`${what} that a chat does not have were left out: ${listed.join(", ")}${more}.`];
}

/** Returns the type of foreign JSON, for messages. */
export function typeOf(value: unknown): string {
	const type = getPath(value, "type");
	return typeof type === "string" && type !== "" ? type.slice(0, MAX_NAME_LENGTH) : "unknown";
}
