import { callMethod, callValue, getAttribute } from "../access.ts";
import { locateError, TemplateRuntimeError, TemplateSyntaxError } from "../errors.ts";
import { type HostContext, wantsContext } from "../host-context.ts";
import type { Runtime } from "../runtime.ts";
import { type Applied, type Argument, argumentsOf, isKeyword, type Node, nameOf } from "../syntax/ast.ts";
import { type Builtin, bindArguments, type Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { chargeCharacters } from "../values/meter.ts";
import { toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { isText, textOf, type Value } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { compileExpression, type Scope } from "./scope.ts";

/** Compiled arguments of a call. */
interface Arguments {
	readonly positional: (frame: Frame) => Value[];
	/** Absent if the call has no keywords. */
	readonly keywords: ((frame: Frame) => Keywords) | undefined;
}

export function compileArguments(args: readonly Argument[], scope: Scope): Arguments {
	const plain: Evaluate[] = [];
	const named: { name: string; value: Evaluate }[] = [];
	let spread: Evaluate | undefined;
	let keywordSpread: Evaluate | undefined;
	for (const argument of args) {
		if (isKeyword(argument)) named.push({ name: argument.key.value, value: compileExpression(argument.value, scope) });
		else if (argument.type === "SpreadExpression") spread = compileExpression(argument.argument, scope);
		else if (argument.type === "KeywordSpreadExpression") keywordSpread = compileExpression(argument.argument, scope);
		else plain.push(compileExpression(argument, scope));
	}
	return {
		positional: compilePositional(plain, spread),
		keywords: named.length > 0 || keywordSpread ? (frame) => collect(frame, named, keywordSpread) : undefined,
	};
}

function compilePositional(plain: readonly Evaluate[], spread: Evaluate | undefined): (frame: Frame) => Value[] {
	if (spread) return (frame) => [...plain.map((argument) => argument(frame)), ...itemsOf(spread(frame))];
	const [first] = plain;
	if (!first) return noArguments;
	return plain.length === 1 ? oneArgument(first) : allArguments(plain);
}

// A closure keeps alive all variables that its function shares with closures: small functions keep little.

function noArguments(): Value[] {
	return [];
}

function oneArgument(first: Evaluate): (frame: Frame) => Value[] {
	return (frame) => [first(frame)];
}

function allArguments(plain: readonly Evaluate[]): (frame: Frame) => Value[] {
	return (frame) => plain.map((argument) => argument(frame));
}

function collect(
	frame: Frame,
	named: readonly { name: string; value: Evaluate }[],
	spread: Evaluate | undefined,
): Keywords {
	const keywords = new Map<string, Value>();
	for (const { name, value } of named) keywords.set(name, value(frame));
	if (!spread) return keywords;
	spreadKeywords(spread(frame), keywords);
	return keywords;
}

/** Adds the entries of `**mapping` to the keywords of a call. */
function spreadKeywords(mapping: Value, keywords: Map<string, Value>): void {
	if (mapping instanceof Undefined) mapping.fail();
	if (!isMapping(mapping))
		throw new TemplateRuntimeError(`argument after ** must be a mapping, not ${plainTypeName(mapping)}`);
	for (const [key, value] of entriesOf(mapping)) {
		if (keywords.has(toText(key)))
			throw new TemplateRuntimeError(`got multiple values for keyword argument '${toText(key)}'`);
		keywords.set(toText(key), value);
	}
}

export function compileCall(node: Node<"CallExpression">, scope: Scope): Evaluate {
	const { positional, keywords } = compileArguments(node.args, scope);
	const { callee, offset } = node;
	const { source } = scope.compiler;
	if (callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier")
		return compileMethodCall(
			node,
			compileExpression(callee.object, scope),
			callee.property.value,
			{ positional, keywords },
			scope,
		);
	const evaluate = compileExpression(callee, scope);
	const call = compileCalling(scope);
	return (frame) => {
		try {
			return call(frame, evaluate(frame), positional(frame), keywords?.(frame));
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

/** Calls values; passes the call site to host functions that need it. */
function compileCalling(
	scope: Scope,
): (frame: Frame, callee: Value, args: Value[], keywords: Keywords | undefined) => Value {
	let place: ((frame: Frame) => () => HostContext) | undefined;
	return (frame, callee, args, keywords) => {
		if (typeof callee === "function" && wantsContext(callee)) {
			place ??= scope.compiler.parts.compilePlace(scope);
			frame.runtime.place = place(frame);
		}
		return callValue(frame.runtime, callee, args, keywords);
	};
}

/** Calls a method without creating a bound value first. */
function compileMethodCall(
	node: Node<"CallExpression">,
	object: Evaluate,
	name: string,
	{ positional, keywords }: Arguments,
	scope: Scope,
): Evaluate {
	const { offset } = node;
	const {
		source,
		settings: { library },
	} = scope.compiler;
	const call = compileCalling(scope);
	return (frame) => {
		const { runtime } = frame;
		try {
			const target = object(frame);
			const method = library.methodsOf(target)?.get(name);
			if (!method || method.isProperty)
				return call(frame, getAttribute(runtime, target, name), positional(frame), keywords?.(frame));
			return callMethod(runtime, target, name, method, positional(frame), keywords?.(frame));
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

/** Applies something to an operand. */
export type Apply = (frame: Frame, operand: Value) => Value;

export function compileFilter(node: Node<"FilterExpression">, scope: Scope): Evaluate {
	const operand = compileExpression(node.operand, scope);
	const apply = compileApplied(node.filter, "filter", scope);
	return (frame) => apply(frame, operand(frame));
}

export function compileTest(node: Node<"TestExpression">, scope: Scope): Evaluate {
	const operand = compileExpression(node.operand, scope);
	const negates = node.negate;
	const apply = compileApplied(node.test, "test", scope);
	return (frame) => isTrue(apply(frame, operand(frame))) !== negates;
}

/** Compiles a filter or test with its arguments. */
export function compileApplied(node: Applied, kind: "filter" | "test", scope: Scope): Apply {
	const name = nameOf(node);
	const { offset } = node;
	const isCall = node.type === "CallExpression";
	const { settings, source } = scope.compiler;
	const { reference } = settings;
	const explain = (error: unknown, operand: Value): unknown =>
		kind === "filter" ? (reference?.rewordFilter(error, name, isCall, operand) ?? error) : error;
	const builtin = settings[`${kind}s`].get(name);
	if (!builtin) {
		const missing = settings.library.explainMissing(kind, name);
		if (!scope.flags.isSoft)
			scope.compiler.noteUnknown(new TemplateSyntaxError(missing ?? `No ${kind} named '${name}'.`, source, offset));
		return (_, operand) => {
			const error = new TemplateRuntimeError(
				missing ?? (reference && kind === "test" ? `Unknown test: ${name}` : `No ${kind} named '${name}' found.`),
			);
			throw locateError(explain(error, operand), source, offset);
		};
	}
	const run = compileBuiltin(kind === "test" ? `test_${name}` : name, builtin, argumentsOf(node), scope);
	return (frame, operand) => {
		try {
			if (isText(operand)) chargeCharacters(textOf(operand).length);
			return run(frame, operand);
		} catch (error) {
			throw locateError(explain(error, operand), source, offset);
		}
	};
}

/** A few arguments in order need no sorting at run time. */
function compileBuiltin(name: string, builtin: Builtin<Runtime>, args: readonly Argument[], scope: Scope): Apply {
	const { positional, keywords } = compileArguments(args, scope);
	const { parameters, required = 0 } = builtin;
	const isPlain =
		!args.some((argument) => argument.type.startsWith("Keyword") || argument.type === "SpreadExpression") &&
		args.length <= parameters.length &&
		args.length >= required &&
		builtin.keywords !== "rest" &&
		!parameters.at(-1)?.startsWith("*");
	if (isPlain && args.length === 0) return (frame, operand) => builtin.run(frame.runtime, operand);
	if (isPlain) return (frame, operand) => builtin.run(frame.runtime, operand, ...positional(frame));
	const { parts, settings } = scope.compiler;
	const place = settings.hasContextual ? parts.compilePlace(scope) : undefined;
	return (frame, operand) => {
		const bound = bindArguments(name, builtin, positional(frame), keywords?.(frame));
		// After the arguments, whose own calls set another position.
		if (place) frame.runtime.place = place(frame);
		return builtin.run(frame.runtime, operand, ...bound);
	};
}
