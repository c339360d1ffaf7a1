import { GLOBALS } from "./builtins/tables.ts";
import { parseSource, type TemplateOptions } from "./engine.ts";
import { untrustedLimits } from "./limits.ts";
import {
	type Applied,
	argumentsOf,
	CONSTANTS,
	type Expression,
	type Node,
	nameOf,
	type Statement,
} from "./syntax/ast.ts";
import { Template } from "./template.ts";
import { LONG_TEXTS } from "./values/search-text.ts";

/** Filters whose result contains the same items as their operand. */
const KEEPS_ITEMS = new Set([
	"list",
	"reverse",
	"sort",
	"unique",
	"select",
	"reject",
	"selectattr",
	"rejectattr",
	"default",
	"d",
]);
const TAKES_ITEM = new Set(["first", "last", "random", "min", "max"]);

/**
 * Returns the names that a template reads from its context, in order of appearance.
 *
 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
 * @throws TemplateSyntaxError
 */
export function undeclaredVariables(
	source: string,
	{ nested = false, ...options }: TemplateOptions & { nested?: boolean } = {},
): string[] {
	const search = new Search(new Set([...GLOBALS.keys(), ...Object.keys(options.globals ?? {})]));
	search.statements(parseSource(source, options).body);
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
	#inner(work: () => void): void {
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

	statements(nodes: readonly Statement[]): void {
		for (const node of nodes) this.#statement(node);
	}

	#statement(node: Statement): void {
		switch (node.type) {
			case "Comment":
			case "Break":
			case "Continue":
				return;
			case "If":
				this.#read(node.test);
				this.#branches([node.body, node.alternate]);
				return;
			case "For":
				this.#for(node);
				return;
			case "Set":
				this.#set(node);
				return;
			case "Macro":
				this.#names.set(node.name.value, undefined);
				this.#function(node.args, node.body);
				return;
			case "CallStatement":
				this.#read(node.call);
				this.#function(node.callerArgs ?? [], node.body);
				return;
			case "FilterStatement":
				for (const filter of [node.filter, ...node.more]) this.#applied(filter);
				this.#inner(() => this.statements(node.body));
				return;
			case "With": {
				const values = node.bindings.map(({ value }) => this.#read(value));
				this.#inner(() => {
					for (const [index, { target }] of node.bindings.entries()) this.#bind(target, values[index]);
					this.statements(node.body);
				});
				return;
			}
			case "Autoescape":
				this.#read(node.enabled);
				this.#inner(() => this.statements(node.body));
				return;
			case "Block":
			case "Generation":
				this.#inner(() => {
					if (node.type === "Block") for (const name of ["super", "self"]) this.#names.set(name, undefined);
					this.statements(node.body);
				});
				return;
			case "Do":
				this.#read(node.expression);
				return;
			case "Extends":
			case "Include":
				this.#read(node.template);
				return;
			case "Import":
				this.#read(node.template);
				this.#names.set(node.name.value, undefined);
				return;
			case "FromImport":
				this.#read(node.template);
				for (const { name, alias } of node.names) this.#names.set((alias ?? name).value, undefined);
				return;
			default:
				this.#read(node);
		}
	}

	#set(node: Node<"Set">): void {
		const path = node.value && this.#read(node.value);
		if (!node.value) {
			this.#inner(() => this.statements(node.body));
			for (const filter of node.filters) this.#applied(filter);
		}
		this.#bind(node.assignee, path);
	}

	/** A name that only some branches set may still come from the context. */
	#branches(bodies: readonly (readonly Statement[])[]): void {
		const before = this.#names;
		const results = bodies.map((body) => {
			this.#names = new Map(before);
			this.statements(body);
			return this.#names;
		});
		this.#names = new Map(before);
		for (const name of new Set(results.flatMap((names) => [...names.keys()]))) {
			if (!results.every((names) => names.has(name))) continue;
			this.#names.set(
				name,
				results.map((names) => names.get(name)).find((path) => path !== undefined),
			);
		}
	}

	#for(node: Node<"For">): void {
		const { iterable } = node;
		const source = this.#read(iterable.type === "SelectExpression" ? iterable.lhs : iterable);
		this.#inner(() => {
			this.#bind(node.loopvar, this.#note(source === undefined ? undefined : `${source}[]`));
			if (iterable.type === "SelectExpression") this.#read(iterable.test);
			this.#names.set("loop", undefined);
			this.statements(node.body);
		});
		this.#inner(() => this.statements(node.defaultBlock));
	}

	#function(parameters: Node<"Macro">["args"], body: readonly Statement[]): void {
		this.#inner(() => {
			for (const name of ["caller", "varargs", "kwargs"]) this.#names.set(name, undefined);
			for (const parameter of parameters) {
				const isNamed = parameter.type === "KeywordArgumentExpression";
				if (isNamed) this.#read(parameter.value);
				this.#names.set(isNamed ? parameter.key.value : parameter.value, undefined);
			}
			this.statements(body);
		});
	}

	#applied(node: Applied): void {
		for (const argument of argumentsOf(node)) this.#argument(argument);
	}

	#argument(node: ReturnType<typeof argumentsOf>[number]): void {
		if (node.type === "KeywordArgumentExpression") this.#read(node.value);
		else if (node.type === "SpreadExpression" || node.type === "KeywordSpreadExpression") this.#read(node.argument);
		else this.#read(node);
	}

	/** Records what an expression reads; returns the source of its value. */
	#read(node: Expression): Path {
		switch (node.type) {
			case "Identifier": {
				if (CONSTANTS.has(node.value)) return undefined;
				if (this.#names.has(node.value)) return this.#names.get(node.value);
				return this.#globals.has(node.value) || node.value === "self" ? undefined : this.#note(node.value);
			}
			case "ArrayLiteral":
			case "TupleLiteral":
				for (const item of node.value) this.#read(item);
				return undefined;
			case "ObjectLiteral":
				for (const part of [...node.value].flat()) this.#read(part);
				return undefined;
			case "MemberExpression":
				return this.#member(node);
			case "CallExpression":
				return this.#call(node);
			case "UnaryExpression":
				this.#read(node.argument);
				return undefined;
			case "BinaryExpression": {
				const left = this.#read(node.left);
				const right = this.#read(node.right);
				return node.operator.value === "or" || node.operator.value === "and" ? (left ?? right) : undefined;
			}
			case "ComparisonChain":
				this.#read(node.left);
				for (const { operand } of node.rest) this.#read(operand);
				return undefined;
			case "FilterExpression": {
				const path = this.#read(node.operand);
				this.#applied(node.filter);
				if (path === undefined || KEEPS_ITEMS.has(nameOf(node.filter))) return path;
				return TAKES_ITEM.has(nameOf(node.filter)) ? this.#note(`${path}[]`) : undefined;
			}
			case "TestExpression":
				this.#read(node.operand);
				this.#applied(node.test);
				return undefined;
			case "Ternary": {
				this.#read(node.condition);
				const paths = [node.trueExpr, ...(node.falseExpr ? [node.falseExpr] : [])].map((part) => this.#read(part));
				return paths.find((path) => path !== undefined);
			}
			case "SelectExpression":
				this.#read(node.lhs);
				this.#read(node.test);
				return undefined;
			default:
				return undefined;
		}
	}

	#member({ object, property, computed }: Node<"MemberExpression">): Path {
		const path = this.#read(object);
		if (property.type === "SliceExpression") {
			for (const part of [property.start, property.stop, property.step]) if (part) this.#read(part);
			return path;
		}
		const name =
			property.type === "StringLiteral" || (!computed && property.type === "Identifier") ? property.value : undefined;
		if (computed && name === undefined) this.#read(property);
		return path === undefined ? undefined : this.#note(name === undefined ? `${path}[]` : `${path}.${name}`);
	}

	/** A method belongs to the value itself; `get` with a literal reads a member. */
	#call({ callee, args }: Node<"CallExpression">): Path {
		for (const argument of args) this.#argument(argument);
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
	// Fails at once where the limits would: a render that fails says that the template lacks something.
	LONG_TEXTS.require();
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
