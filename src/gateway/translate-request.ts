import { decodeBase64Text, toBase64 } from "../base/base64.ts";
import { encodeText } from "../base/bytes.ts";
import { isRecord, mapStrings, stringify, textOf } from "../base/json.ts";
import type { ReasoningField } from "../inference/types.ts";
import { type GatewayError, invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";

/** A request in another format as a chat. */
export interface ReadChat {
	/** Arguments of the chat, without model. */
	args: Record<string, unknown>;
	/** Reads the same with the client's cache marks (`cache_control`); undefined for a form that has none. */
	readMarked?: () => Record<string, unknown>;
	/** The field in which the service had the reasoning of the history; undefined without reasoning. */
	field: ReasoningField | undefined;
	tools: OfferedTools;
	/** What was left out of the request, one sentence each. */
	notices: readonly string[];
}

/** The name of a tool in a request, as opposed to the name that the model gets. */
export interface ToolOrigin {
	name: string;
	namespace: string | undefined;
	/** Its input is text instead of JSON. */
	isCustom: boolean;
}

/** Names that every service accepts. */
const NAME = /^[\w-]{1,64}$/;
const MAX_NAME = 64;

/**
 * The tools of a request for a response, as functions of a chat. Tools in a namespace get names that are unique without it;
 * custom tools become functions with one string parameter.
 */
export class OfferedTools {
	functions: object[] = [];
	/** Types of the tools that were left out. */
	readonly leftOut = new Set<string>();
	private readonly origins = new Map<string, ToolOrigin>();
	/** Name with namespace → name for the model. */
	private readonly names = new Map<string, string>();
	/** Prefix of names that clashed → the number of the last one. */
	private readonly clashes = new Map<string, number>();

	/**
	 * Adds a list of tools; types that only OpenAI's own service runs are left out. Those in namespaces come last, so that
	 * the names of the others stay.
	 * @throws GatewayError 400
	 */
	add(tools: unknown, namespace?: string): void {
		if (tools === undefined || tools === null) return;
		if (!Array.isArray(tools)) throw invalid("tools must be a list.", "tools");
		const spaces: (readonly [name: string, tools: unknown])[] = [];
		for (const tool of tools as unknown[]) {
			if (!isRecord(tool)) throw invalid("The tools must be objects.", "tools");
			const { type, name } = tool;
			const isSpace = type === "namespace" && namespace === undefined;
			if (!isSpace && type !== "function" && type !== "custom") {
				this.leftOut.add(toType(type));
				continue;
			}
			if (typeof name !== "string" || name === "") throw invalid(`A tool of type "${type}" has no name.`, "tools");
			if (isSpace) spaces.push([name, tool["tools"]]);
			else this.addOne(tool, name, namespace);
		}
		for (const [name, inner] of spaces) this.add(inner, name);
	}

	/** Returns a note for the model about tools that it does not have; empty if it has all. */
	describeMissing(): string {
		if (this.leftOut.size === 0) return "";
		const names = [...this.leftOut].slice(0, MAX_LISTED).map((type) => type.replace(/_\d{8}$/, ""));
		const isSearch = names.some((name) => name.includes("search"));
		const more = isSearch
			? " There is no search: do not answer as if you had searched, and say so if a search is asked for."
			: "";
		return `Tools that are not available here: ${names.join(", ")}.${more}`;
	}

	/** The error for a choice of a tool that was left out. @param name of it; undefined for any */
	refuseChoice(name?: string): GatewayError {
		const [first = "there are no tools"] = name === undefined ? this.leftOut : [toType(name)];
		const message = `tool_choice demands a tool that a chat does not have: ${first}.`;
		return invalid(message, "tool_choice", "unsupported_parameter");
	}

	/** Returns the model's name for an offered tool. */
	offeredName(tool: unknown): string | undefined {
		const { type, name, namespace } = isRecord(tool) ? tool : {};
		if ((type !== "function" && type !== "custom") || typeof name !== "string") return undefined;
		const found = this.names.get(keyOf(name, typeof namespace === "string" ? namespace : undefined));
		return found !== undefined && this.origins.has(found) ? found : undefined;
	}

	/** Returns the model's name for a tool, also for one of an earlier turn that is no longer offered. */
	nameFor(name: string, namespace: string | undefined): string {
		const key = keyOf(name, namespace);
		const known = this.names.get(key);
		if (known !== undefined) return known;
		const wanted = toName(name, namespace);
		let free = wanted;
		const start = wanted.slice(0, MAX_NAME - 8);
		while (this.origins.has(free)) {
			const number = (this.clashes.get(start) ?? 1) + 1;
			this.clashes.set(start, number);
			free = `${start}_${number}`;
		}
		this.names.set(key, free);
		return free;
	}

	find(offered: string): ToolOrigin {
		return this.origins.get(offered) ?? { name: offered, namespace: undefined, isCustom: false };
	}

	/** Keeps only some functions, by their names for the model. */
	restrict(names: ReadonlySet<string>): void {
		this.functions = this.functions.filter((tool) =>
			names.has(textOf((tool as { function: Fields }).function["name"])),
		);
	}

	private addOne(tool: Fields, name: string, namespace: string | undefined): void {
		// A tool that is listed twice is offered once.
		if (this.names.has(keyOf(name, namespace))) return;
		const offered = this.nameFor(name, namespace);
		const isCustom = tool["type"] === "custom";
		this.origins.set(offered, { name, namespace, isCustom });
		const about = isCustom ? describeCustom(tool) : describeFunction(tool);
		this.functions.push({ type: "function", function: { name: offered, ...about } });
	}
}

/** Called for each call of the history. No other key begins like one without a namespace. */
function keyOf(name: string, namespace: string | undefined): string {
	return namespace === undefined ? `.${name}` : JSON.stringify([namespace, name]);
}

function toName(name: string, namespace: string | undefined): string {
	const whole = namespace === undefined ? name : `${namespace}__${name}`;
	if (NAME.test(whole)) return whole;
	const plain = whole.slice(0, 1000).replace(/[^\w-]/g, "_");
	return plain.length <= MAX_NAME && plain !== "" ? plain : `${plain.slice(0, MAX_NAME - 9)}_${hash(whole)}`;
}

/** Keeps long names apart: FNV-1a, as up to 7 characters. */
function hash(text: string): string {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	return (value >>> 0).toString(36);
}

/** Defaults and missing members are left out: some services refuse them. */
function describeFunction({ description, parameters, strict }: Fields): Fields {
	return {
		...(typeof description === "string" ? { description } : {}),
		...(isRecord(parameters) ? { parameters } : {}),
		...(strict === true ? { strict } : {}),
	};
}

/** Free text becomes the only parameter; its grammar goes into the description, since chats cannot enforce it. */
function describeCustom({ description, format }: Fields): Fields {
	const grammar = isRecord(format) && format["type"] === "grammar" ? format : undefined;
	const rule =
		grammar && `The input must follow this grammar (${textOf(grammar["syntax"])}):\n${textOf(grammar["definition"])}`;
	const text = [typeof description === "string" ? description : "", rule ?? ""].filter(Boolean).join("\n\n");
	return {
		...(text === "" ? {} : { description: text }),
		parameters: {
			type: "object",
			properties: { input: { type: "string", description: "The whole input, as plain text." } },
			required: ["input"],
			additionalProperties: false,
		},
	};
}

const MAX_LISTED = 8;

/** Returns a type as a header and the notes of a terminal may show it. */
export function toType(type: unknown): string {
	return typeof type === "string" ? type.slice(0, MAX_NAME).replace(/[^ -~]/g, "?") : "unknown";
}

/** Returns the notice about what was left out; empty if nothing was. */
export function describeLeftOut(what: string, types: ReadonlySet<string>): string[] {
	if (types.size === 0) return [];
	const more = types.size > MAX_LISTED ? ` and ${types.size - MAX_LISTED} more` : "";
	return [`${what} that a chat does not have were left out: ${[...types].slice(0, MAX_LISTED).join(", ")}${more}.`];
}

/** Returns the notice about what became text; empty if nothing did. */
export function describePlaced(what: string, types: ReadonlySet<string>): string[] {
	return describeLeftOut(what, types).map((notice) => notice.replace("were left out:", "became texts:"));
}

/** Longest value of a block to repeat as text, in characters; longer ones are data. */
const MAX_VALUE = 4000;

/** Describes a block to the model that its chat cannot contain. */
export function describeBlock(block: Fields): string {
	const { type, cache_control: _cache, ...rest } = block;
	const short = mapStrings(rest, (text) => (text.length > MAX_VALUE ? `[${text.length} characters]` : text));
	const content = Object.keys(rest).length === 0 ? "" : ` ${stringify(short, 8 * MAX_VALUE)}`;
	return `[A block of type ${toType(type)} was here:${content || " it was empty."}]`;
}

/** A document as a part of a chat. */
export function toFilePart(name: string, media: string, base64: string): Fields {
	const type = /^[\w.+-]+\/[\w.+-]+$/.test(media) ? media : "application/octet-stream";
	const filename = name.slice(0, 200) || `document.${type.slice(type.indexOf("/") + 1)}`;
	return { type: "file", file: { filename, file_data: `data:${type};base64,${base64}` } };
}

/** Splits the parts of a tool's result: chats accept images and files only in a message of the user. */
export function splitResult(parts: readonly Fields[]): { text: string; files: Fields[] } {
	const files: Fields[] = [];
	const texts: string[] = [];
	for (const part of parts) {
		if (part["type"] === "text") texts.push(textOf(part["text"]));
		else files.push(part);
	}
	if (files.length > 0) texts.push(`[The ${nameFiles(files)} follow.]`);
	return { text: texts.length === 1 ? (texts[0] ?? "") : texts.join("\n"), files };
}

function nameFiles(files: readonly Fields[]): string {
	return files.every(({ type }) => type === "image_url") ? "images" : "files";
}

/** The images and files of a tool's result, after a text that names their call. */
export function introduceParts(id: string, tool: string | undefined, files: readonly Fields[]): Fields[] {
	const of = tool === undefined ? `the call ${id}` : `the call ${id} of ${tool}`;
	return [{ type: "text", text: `The ${nameFiles(files)} of ${of}:` }, ...files];
}

/** Ids that clients of Anthropic's API accept. */
const PLAIN_ID = /^[\w-]+$/;
const MAPPED = "hubid_";

/** Returns the id of a call in the form that clients of Anthropic's API accept; it encodes the service's id if that differs. */
export function toClientId(id: string): string {
	if (PLAIN_ID.test(id) && !id.startsWith(MAPPED)) return id;
	const text = toBase64(encodeText(id)).replaceAll("+", "-").replaceAll("/", "_");
	return MAPPED + text.replace(/(?<!=)=+$/, "");
}

/** Returns the id of a call as its service gave it. */
export function fromClientId(id: unknown): unknown {
	if (typeof id !== "string" || !id.startsWith(MAPPED)) return id;
	return decodeBase64Text(id.slice(MAPPED.length).replaceAll("-", "+").replaceAll("_", "/")) ?? id;
}

/** Many services take lists of parts only if there is an image. A part with a mark for a cache stays one. */
export function joinParts(parts: readonly Fields[], separator: string): unknown {
	const isText = ({ type, cache_control: mark }: Fields): boolean => type === "text" && mark === undefined;
	const [first] = parts;
	if (first && parts.length === 1 && isText(first)) return textOf(first["text"]);
	return parts.every(isText) ? parts.map(({ text }) => textOf(text)).join(separator) : parts;
}

export function wrapInput(input: unknown): string {
	return JSON.stringify({ input: typeof input === "string" ? input : JSON.stringify(input ?? "") });
}

/** Fields of a chat that other formats share. */
const CHAT_FIELDS: ReadonlySet<string> = new Set(
	(
		"temperature top_p top_k max_tokens stop seed user frequency_penalty presence_penalty logit_bias top_logprobs " +
		"parallel_tool_calls service_tier metadata prompt_cache_key safety_identifier"
	).split(" "),
);

/** Values that are every service's default, which are not sent. */
const USUAL: Fields = {
	frequency_penalty: 0,
	presence_penalty: 0,
	top_logprobs: 0,
	parallel_tool_calls: true,
	service_tier: "auto",
};

/**
 * Returns the fields of a request that chat services support. Others are dropped: many services refuse unknown fields.
 * @param names fields whose names differ in the request → their names in a chat
 */
export function pickChatFields(fields: Fields, names: Readonly<Record<string, string>> = {}): Record<string, unknown> {
	const picked: Record<string, unknown> = {};
	for (const [given, value] of Object.entries(fields)) {
		const name = (Object.hasOwn(names, given) ? names[given] : undefined) ?? given;
		if (CHAT_FIELDS.has(name) && value !== undefined && value !== null && value !== USUAL[name]) picked[name] = value;
	}
	if (isRecord(picked["metadata"]) && Object.keys(picked["metadata"]).length === 0) delete picked["metadata"];
	// Services demand the switch with the number.
	if (picked["top_logprobs"] !== undefined) picked["logprobs"] = true;
	return picked;
}
