import type { Engine } from "./engine.ts";
import { untrustedLimits } from "./limits.ts";
import { parseSource } from "./render.ts";
import type { TemplateOptions } from "./settings.ts";
import {
	type Applied,
	type Argument,
	argumentsOf,
	CONSTANTS,
	type Expression,
	isKeyword,
	type Node,
	nameOf,
	type Statement,
} from "./syntax/ast.ts";
import { EngineTemplate } from "./template.ts";

/** Filters whose result contains the same items as their operand. */
const KEEPS_ITEMS = /^(?:list|reverse|sort|unique|(?:select|reject)(?:attr)?|default|d)$/;
const TAKES_ITEM = /^(?:first|last|random|min|max)$/;

/**
 * Returns the names that a template reads from its context, in order of appearance.
 *
 * @param source the template
 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
 * @throws TemplateSyntaxError
 */
export function undeclaredWith(
	engine: Engine,
	source: string,
	{ nested = false, ...options }: TemplateOptions & { nested?: boolean } = {},
): string[] {
	const search = new Search(new Set([...engine.library.globals.keys(), ...Object.keys(options.globals ?? {})]));
	search.statements(parseSource(engine, source, options).body);
	const paths = [...search.paths];
	if (!nested) return [...new Set(paths.map((path) => /^[^.[]*/.exec(path)?.[0] ?? path))];
	return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`)));
}

/** Where a value of the context comes from; undefined for values made by the template. */
type Path = string | undefined;

class Search {
	readonly paths = new Set<string>();
	readonly #globals: ReadonlySet<string>;
	#names = new Map<string, Path>();

	constructor(globals: ReadonlySet<string>) {
		this.#globals = globals;
	}

	#note(path: Path): Path {
		if (path !== undefined) this.paths.add(path);
		return path;
	}

	/** Runs the work in a new scope of names. */
	#inner(work: () => void): undefined {
		const outer = this.#names;
		this.#names = new Map(outer);
		work();
		this.#names = outer;
	}

	#bind(target: Expression, path: Path): void {
		if (target.type === "Identifier") this.#names.set(target.value, path);
		else if (target.type === "TupleLiteral") for (const item of target.value) this.#bind(item, undefined);
		else this.#read(target);
	}

	/** Marks names as defined by the template. */
	#define(names: readonly string[]): undefined {
		for (const name of names) this.#names.set(name, undefined);
	}

	statements(nodes: readonly Statement[]): void {
		for (const node of nodes) this.#read(node);
	}

	/** Records what a node reads; returns the source of its value, undefined for one made here. */
	#read(node: AnyNode): Path {
		switch (node.type) {
			case "StringLiteral":
				return undefined;
			case "Identifier": {
				if (CONSTANTS.has(node.value)) return undefined;
				if (this.#names.has(node.value)) return this.#names.get(node.value);
				return this.#globals.has(node.value) || node.value === "self" ? undefined : this.#note(node.value);
			}
			case "MemberExpression":
				return this.#member(node);
			case "CallExpression":
				return this.#call(node);
			case "KeywordArgumentExpression":
				return this.#read(node.value);
			case "BinaryExpression": {
				const left = this.#read(node.left);
				const right = this.#read(node.right);
				return node.operator.value === "or" || node.operator.value === "and" ? (left ?? right) : undefined;
			}
			case "FilterExpression": {
				const path = this.#read(node.operand);
				this.#applied([node.filter]);
				if (path === undefined || KEEPS_ITEMS.test(nameOf(node.filter))) return path;
				return TAKES_ITEM.test(nameOf(node.filter)) ? this.#note(`${path}[]`) : undefined;
			}
			case "TestExpression":
				this.#read(node.operand);
				return this.#applied([node.test]);
			case "Ternary": {
				this.#read(node.condition);
				const path = this.#read(node.trueExpr);
				const other = node.falseExpr && this.#read(node.falseExpr);
				return path ?? other;
			}
			case "If":
				this.#read(node.test);
				return this.#branches([node.body, node.alternate]);
			case "For":
				return this.#for(node);
			case "Set":
				return this.#set(node);
			case "Macro":
				this.#define([node.name.value]);
				return this.#function(node.args, node.body);
			case "CallStatement":
				this.#read(node.call);
				return this.#function(node.callerArgs ?? [], node.body);
			case "FilterStatement":
				this.#applied([node.filter, ...node.more]);
				return this.#inner(() => this.statements(node.body));
			case "With": {
				const values = node.bindings.map((binding): Path => this.#read(binding.value));
				return this.#inner(() => {
					for (const [index, { target }] of node.bindings.entries()) this.#bind(target, values[index]);
					this.statements(node.body);
				});
			}
			case "Autoescape":
				this.#read(node.enabled);
				return this.#inner(() => this.statements(node.body));
			case "Block":
			case "Generation":
				return this.#inner(() => {
					if (node.type === "Block") this.#define(["super", "self"]);
					this.statements(node.body);
				});
			case "Import":
				this.#read(node.template);
				return this.#define([node.name.value]);
			case "FromImport":
				this.#read(node.template);
				return this.#define(node.names.map((one): string => (one.alias ?? one.name).value));
			default:
				for (const part of partsOf(Object.values(node))) this.#read(part);
				return undefined;
		}
	}

	#set(node: Node<"Set">): undefined {
		const path = node.value && this.#read(node.value);
		if (!node.value) {
			this.#inner(() => this.statements(node.body));
			this.#applied(node.filters);
		}
		this.#bind(node.assignee, path);
	}

	/** A name that only some branches set may also come from the context. */
	#branches(bodies: readonly (readonly Statement[])[]): undefined {
		const before = this.#names;
		const results = bodies.map((body) => {
			this.#names = new Map(before);
			this.statements(body);
			return this.#names;
		});
		this.#names = new Map(before);
		for (const name of new Set(results.flatMap((names) => [...names.keys()]))) {
			if (!results.every((names) => names.has(name))) continue;
			const paths = results.map((names) => names.get(name));
			this.#names.set(
				name,
				paths.find((path) => path !== undefined),
			);
		}
	}

	#for({ iterable, loopvar, body, defaultBlock }: Node<"For">): undefined {
		const source = this.#read(iterable.type === "SelectExpression" ? iterable.lhs : iterable);
		this.#inner(() => {
			this.#bind(loopvar, this.#note(source === undefined ? undefined : `${source}[]`));
			if (iterable.type === "SelectExpression") this.#read(iterable.test);
			this.#define(["loop"]);
			this.statements(body);
		});
		this.#inner(() => this.statements(defaultBlock));
	}

	#function(parameters: Node<"Macro">["args"], body: readonly Statement[]): undefined {
		this.#inner(() => {
			this.#define(["caller", "varargs", "kwargs"]);
			for (const parameter of parameters) {
				if (isKeyword(parameter)) this.#read(parameter.value);
				this.#define([isKeyword(parameter) ? parameter.key.value : parameter.value]);
			}
			this.statements(body);
		});
	}

	#applied(nodes: readonly Applied[]): undefined {
		for (const node of nodes) for (const argument of argumentsOf(node)) this.#read(argument);
	}

	#member({ object, property, computed }: Node<"MemberExpression">): Path {
		const path = this.#read(object);
		const name =
			property.type === "StringLiteral" || (!computed && property.type === "Identifier") ? property.value : undefined;
		if (computed && name === undefined) this.#read(property);
		if (path === undefined || property.type === "SliceExpression") return path;
		return this.#note(name === undefined ? `${path}[]` : `${path}.${name}`);
	}

	/** A method belongs to the value itself; `get` with a literal reads a member. */
	#call({ callee, args }: Node<"CallExpression">): Path {
		for (const argument of args) this.#read(argument);
		if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") {
			this.#read(callee);
			return undefined;
		}
		const path = this.#read(callee.object);
		const [key] = args;
		if (path === undefined || callee.property.value !== "get" || key?.type !== "StringLiteral") return undefined;
		return this.#note(`${path}.${key.value}`);
	}
}

type AnyNode = Statement | Argument | Node<"SliceExpression">;

/** Returns the nodes among values, and those in their lists and tables, in order. */
function partsOf(values: Iterable<unknown>, found: AnyNode[] = []): AnyNode[] {
	for (const value of values) {
		if (typeof value !== "object" || value === null) continue;
		if (Array.isArray(value) || value instanceof Map) partsOf(value, found);
		else if ("offset" in value) found.push(value as AnyNode);
		else if ("operand" in value) partsOf([value.operand], found);
	}
	return found;
}

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
 * Detects the features of a chat template by rendering small conversations, under the limits for untrusted templates.
 *
 * @throws TemplateSyntaxError if the template cannot be read
 */
export function describeWith(engine: Engine, source: string): ChatTemplateDescription {
	const template = new EngineTemplate(engine, source, {
		limits: { ...untrustedLimits, max_time: 1_000, max_steps: 2_000_000 },
	});
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
			undeclaredWith(engine, source, { nested: true }).some((path) => THINKING.test(path)),
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
