import { callValue } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { isKeyword, type Node, type Parameter, type Statement } from "../syntax/ast.ts";
import { Callable, type Keywords } from "../values/callable.ts";
import { Dict } from "../values/dict.ts";
import { Safe, Tuple, type Value } from "../values/value.ts";
import { compileArguments } from "./calls.ts";
import { DONE, type Evaluate, type Execute, Frame } from "./frame.ts";
import { declareNames } from "./names.ts";
import { compileExpression, failAt, located, type Scope } from "./scope.ts";

/** The fixed parts of a macro; each time its definition is reached a `Macro` is made of them. */
interface Blueprint {
	/** Null for the body of a call block. */
	readonly name: string | null;
	readonly parameters: readonly {
		readonly name: string;
		readonly slot: number;
		readonly fallback: Evaluate | undefined;
	}[];
	/** Numbers of the special variables, where the body uses them. */
	readonly special: { readonly caller?: number; readonly kwargs?: number; readonly varargs?: number };
	readonly size: () => number;
	readonly body: Execute;
}

/** A piece of template that can be called; its result is text. */
class Macro extends Callable<Runtime> {
	readonly #blueprint: Blueprint;

	constructor(blueprint: Blueprint, definedIn: Frame) {
		super(blueprint.name ?? "caller", (runtime, args, keywords) =>
			callMacro(blueprint, definedIn, runtime, args, keywords),
		);
		this.#blueprint = blueprint;
	}

	override readonly typeName: string = "Macro";

	override readonly qualifiedName: string = "jinja2.runtime.Macro";

	override toString(): string {
		const { name } = this.#blueprint;
		return name === null ? "<Macro anonymous>" : `<Macro '${name}'>`;
	}

	override attribute(name: string): Value | undefined {
		const { name: own, parameters, special } = this.#blueprint;
		switch (name) {
			case "name":
				return own;
			case "arguments":
				return new Tuple(parameters.map((parameter) => parameter.name));
			case "catch_varargs":
				return special.varargs !== undefined;
			case "catch_kwargs":
				return special.kwargs !== undefined;
			case "caller":
				return special.caller !== undefined;
			default:
				return undefined;
		}
	}
}

function compileBlueprint(
	name: string | null,
	{ parameters, body, offset }: { parameters: readonly Parameter[]; body: readonly Statement[]; offset: number },
	outer: Scope,
): Blueprint {
	const scope = outer.function({ isExtensible: false });
	const entries = parameters.map((parameter) => {
		const name = isKeyword(parameter) ? parameter.key.value : parameter.value;
		return { name, slot: scope.declare(name, true), value: isKeyword(parameter) ? parameter.value : undefined };
	});
	const declared = entries.map((entry) => entry.name);
	const specials = (["caller", "kwargs", "varargs"] as const).filter((special) => !declared.includes(special));
	const slots = specials.map((special) => [special, scope.declare(special, true)] as const);
	declareNames(body, scope);
	const compiled = {
		parameters: entries.map(({ value, ...entry }) => ({
			...entry,
			fallback: value && compileExpression(value, scope),
		})),
		body: scope.compiler.body(body, scope),
	};
	if (entries.some((entry) => entry.name === "caller" && !entry.value) && scope.isUsed("caller"))
		return failAt(
			scope,
			'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.',
			offset,
		);
	const special = Object.fromEntries(slots.filter(([key]) => scope.isUsed(key)));
	return { name, ...compiled, special, size: () => scope.layout.size };
}

function callMacro(
	blueprint: Blueprint,
	definedIn: Frame,
	runtime: Runtime,
	args: readonly Value[],
	given: Keywords | undefined,
): Value {
	const { name, parameters, special } = blueprint;
	const frame = new Frame(blueprint.size(), definedIn, definedIn.context, runtime);
	const { slots } = frame;
	const keywords = new Map(given);
	for (const [index, { name: parameter, slot }] of parameters.entries()) {
		if (index < args.length) slots[slot] = args[index];
		else if (keywords.has(parameter)) {
			slots[slot] = keywords.get(parameter);
			keywords.delete(parameter);
		}
	}
	if (special.caller !== undefined) {
		slots[special.caller] = keywords.get("caller") ?? runtime.missing("No caller defined");
		keywords.delete("caller");
	}
	if (special.kwargs !== undefined) slots[special.kwargs] = new Dict(keywords);
	else if (keywords.size > 0) refuseKeyword(name ?? "None", keywords);
	if (special.varargs !== undefined) slots[special.varargs] = new Tuple(args.slice(parameters.length));
	else if (args.length > parameters.length)
		throw new TemplateRuntimeError(`macro '${name ?? "None"}' takes not more than ${parameters.length} argument(s)`);
	for (const { name: parameter, slot, fallback } of parameters) {
		if (slots[slot] !== undefined) continue;
		const message = `parameter '${parameter}' was not provided`;
		slots[slot] = fallback ? fallback(frame) : runtime.missing(message);
	}
	runtime.enter(() => blueprint.body(frame));
	return runtime.autoescape ? new Safe(frame.out) : frame.out;
}

function refuseKeyword(macro: string, keywords: Keywords): never {
	if (keywords.has("caller"))
		throw new TemplateRuntimeError(
			`macro '${macro}' was invoked with two values for the special caller argument. This is most likely a bug.`,
		);
	const [first] = keywords.keys();
	throw new TemplateRuntimeError(`macro '${macro}' takes no keyword argument '${first}'`);
}

export function compileMacro(node: Node<"Macro">, scope: Scope): Execute {
	const slot = scope.set(node.name.value);
	const blueprint = compileBlueprint(
		node.name.value,
		{ parameters: node.args, body: node.body, offset: node.offset },
		scope,
	);
	return (frame) => {
		frame.slots[slot] = new Macro(blueprint, frame);
		return DONE;
	};
}

export function compileCallBlock(node: Node<"CallStatement">, scope: Scope): Execute {
	const blueprint = compileBlueprint(
		null,
		{ parameters: node.callerArgs ?? [], body: node.body, offset: node.offset },
		scope,
	);
	const callee = compileExpression(node.call.callee, scope);
	const { positional, keywords } = compileArguments(node.call.args, scope);
	const { print } = scope.compiler.settings;
	const { offset } = node.call;
	return located(scope, offset, (frame) => {
		const given = new Map(keywords?.(frame));
		given.set("caller", new Macro(blueprint, frame));
		frame.out += print(callValue(frame.runtime, callee(frame), positional(frame), given));
		return DONE;
	});
}
