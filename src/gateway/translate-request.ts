import { isRecord, textOf } from "../base/json.ts";
import { invalid } from "./errors.ts";
import type { Fields } from "./read-request.ts";

/** A request in another format as a chat. */
export interface ReadChat {
	/** Arguments of the chat, without model. */
	args: Record<string, unknown>;
	tools: OfferedTools;
	/** What was left out of the request, one sentence each. */
	notices: readonly string[];
}

/** What a tool is called in a request, apart from the name under which the model knows it. */
export interface ToolOrigin {
	name: string;
	namespace: string | undefined;
	/** Its input is text instead of JSON. */
	isCustom: boolean;
}

/** Names that every service takes. */
const NAME = /^[\w-]{1,64}$/;
const MAX_NAME = 64;

/**
 * The tools of a request for a response, as functions of a chat. Tools in a namespace get names that are unique without it;
 * custom tools become functions with one text.
 */
export class OfferedTools {
	functions: object[] = [];
	readonly leftOut = new Set<string>();
	private readonly origins = new Map<string, ToolOrigin>();
	/** Name with namespace → name for the model. */
	private readonly names = new Map<string, string>();
	/** Start of names that were wanted more than once → the number of the last one. */
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

	/** Returns the name under which the model knows a tool that is offered. */
	offeredName(tool: unknown): string | undefined {
		const { type, name, namespace } = isRecord(tool) ? tool : {};
		if ((type !== "function" && type !== "custom") || typeof name !== "string") return undefined;
		const found = this.names.get(keyOf(name, typeof namespace === "string" ? namespace : undefined));
		return found !== undefined && this.origins.has(found) ? found : undefined;
	}

	/** Returns the name under which the model knows a tool, also one of an earlier turn that is no longer offered. */
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

function keyOf(name: string, namespace: string | undefined): string {
	return JSON.stringify([namespace, name]);
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

/** A free text becomes the only parameter; its grammar is told, since chats cannot enforce it. */
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

/** Returns the notice about what was left out; none if that is nothing. */
export function describeLeftOut(what: string, types: ReadonlySet<string>): string[] {
	if (types.size === 0) return [];
	const more = types.size > MAX_LISTED ? ` and ${types.size - MAX_LISTED} more` : "";
	return [`${what} that a chat does not have were left out: ${[...types].slice(0, MAX_LISTED).join(", ")}${more}.`];
}

/** Splits the parts of a tool's result: chats take pictures in a message of the user only. */
export function splitResult(parts: readonly Fields[]): { text: string; pictures: Fields[] } {
	const pictures = parts.filter(({ type }) => type !== "text");
	const texts = parts.flatMap(({ type, text }) => (type === "text" ? [textOf(text)] : []));
	return { text: [...texts, ...(pictures.length > 0 ? ["[The pictures follow.]"] : [])].join("\n"), pictures };
}

/** Many services take lists of parts only if there is an image. */
export function joinParts(parts: readonly Fields[], separator: string): unknown {
	return parts.every(({ type }) => type === "text") ? parts.map(({ text }) => textOf(text)).join(separator) : parts;
}

export function wrapInput(input: unknown): string {
	return JSON.stringify({ input: typeof input === "string" ? input : JSON.stringify(input ?? "") });
}

/** Fields of a chat that other formats share. */
const CHAT_FIELDS: ReadonlySet<string> = new Set(
	"temperature top_p top_k max_tokens stop seed user frequency_penalty presence_penalty logit_bias top_logprobs parallel_tool_calls".split(
		" ",
	),
);

/** Values that services assume, which are not sent. */
const USUAL: Fields = { frequency_penalty: 0, presence_penalty: 0, top_logprobs: 0, parallel_tool_calls: true };

/**
 * Returns the fields of a request that chat services know. Others are dropped: many services refuse what they do not know.
 * @param names the chat's names of fields that are called otherwise in the request
 */
export function pickChatFields(fields: Fields, names: Readonly<Record<string, string>> = {}): Record<string, unknown> {
	const picked: Record<string, unknown> = {};
	for (const [given, value] of Object.entries(fields)) {
		const name = (Object.hasOwn(names, given) ? names[given] : undefined) ?? given;
		if (CHAT_FIELDS.has(name) && value !== undefined && value !== null && value !== USUAL[name]) picked[name] = value;
	}
	// Services demand the switch with the number.
	if (picked["top_logprobs"] !== undefined) picked["logprobs"] = true;
	return picked;
}
