import { locateError, TemplateRuntimeError } from "../errors.ts";
import type { Autoescape, FilterStatement, Generation, If, SetStatement, Statement, With } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import { isTrue } from "../values/compare.ts";
import { typeName } from "../values/type-name.ts";
import { isText, Safe, type Value } from "../values/value.ts";
import { type Apply, compileApplied } from "./calls.ts";
import { type Compiler, failAt } from "./compiler.ts";
import { compileBlock, compileExtends, compileFrom, compileImport, compileInclude } from "./composition.ts";
import { BREAK, CONTINUE, DONE, type Evaluate, type Execute, type Frame, type Signal } from "./frame.ts";
import { compileFor } from "./loops.ts";
import { compileCallBlock, compileMacro } from "./macros.ts";
import { type Assign, compileTarget, declareNames, namesOf } from "./names.ts";
import { compileOutput } from "./output.ts";
import type { Scope } from "./scope.ts";

/** Turns a statement into a function of the frame; undefined if there is nothing to do. */
export function compileStatement(node: Statement, scope: Scope, compiler: Compiler): Execute | undefined {
	switch (node.type) {
		case "Comment":
			return undefined;
		case "If":
			return compileIf(node, scope.with({ isSoft: true }), compiler);
		case "For":
			return compileFor(node, scope, compiler);
		case "Break":
		case "Continue": {
			if (!scope.flags.isInLoop)
				return failAt(compiler, `'${node.type.toLowerCase()}' not properly in loop`, node.offset);
			const signal = node.type === "Break" ? BREAK : CONTINUE;
			return () => signal;
		}
		case "Set":
			return compileSet(node, scope, compiler);
		case "Macro":
			return compileMacro(node, scope, compiler);
		case "CallStatement":
			return compileCallBlock(node, scope, compiler);
		case "FilterStatement":
			return compileFilterBlock(node, scope, compiler);
		case "Generation":
			return compileGeneration(node, scope, compiler);
		case "With":
			return compileWith(node, scope, compiler);
		case "Autoescape":
			return compileAutoescape(node, scope, compiler);
		case "Block":
			return compileBlock(node, scope, compiler);
		case "Extends":
			return compileExtends(node, scope, compiler);
		case "Include":
			return compileInclude(node, scope, compiler);
		case "Import":
			return compileImport(node, scope, compiler);
		case "FromImport":
			return compileFrom(node, scope, compiler);
		case "Do": {
			const expression = compiler.expression(node.expression, scope);
			return (frame) => {
				expression(frame);
				return DONE;
			};
		}
		default:
			return compileOutput(node, scope, compiler);
	}
}

function compileIf(node: If, scope: Scope, compiler: Compiler): Execute {
	const branches: { test: Evaluate; body: Execute }[] = [];
	let alternate: readonly Statement[] = [node];
	// A row of `elif` is a row of branches, however long it is.
	for (let [branch] = alternate; alternate.length === 1 && branch?.type === "If"; [branch] = alternate) {
		branches.push({ test: compiler.expression(branch.test, scope), body: compiler.body(branch.body, scope) });
		alternate = branch.alternate;
	}
	const otherwise = compiler.body(alternate, scope);
	const [first] = branches;
	return first && branches.length === 1
		? chooseOne(first.test, first.body, otherwise)
		: chooseFirst(branches, otherwise);
}

// A closure keeps all that the function around it shares with its closures: small functions keep little.

function chooseOne(test: Evaluate, body: Execute, otherwise: Execute): Execute {
	return (frame) => (isTrue(test(frame)) ? body(frame) : otherwise(frame));
}

function chooseFirst(branches: readonly { test: Evaluate; body: Execute }[], otherwise: Execute): Execute {
	return (frame) => {
		for (const { test, body } of branches) if (isTrue(test(frame))) return body(frame);
		return otherwise(frame);
	};
}

function compileSet(node: SetStatement, scope: Scope, compiler: Compiler): Execute {
	if (node.value) {
		// In this order, so that the scope sees a name read before it is set.
		const value = compiler.expression(node.value, scope);
		return assignValue(compileTarget(node.assignee, scope, compiler), value, compiler.source, node.offset);
	}
	const { offset } = node;
	const assign = compileTarget(node.assignee, scope, compiler);
	const filters = node.filters.map((filter) => compileApplied(filter, "filter", scope, compiler));
	const capture = compileCapture(node.body, filters, scope, compiler);
	return (frame) => {
		const result = capture(frame);
		if (typeof result === "number") return result;
		try {
			assign(frame, result.value);
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
		return DONE;
	};
}

function assignValue(assign: Assign, value: Evaluate, source: Source, offset: number): Execute {
	return (frame) => {
		try {
			assign(frame, value(frame));
		} catch (error) {
			throw locateError(error, source, offset);
		}
		return DONE;
	};
}

/** Compiles statements whose output becomes a value. At run time a signal of the statements comes out instead. */
function compileCapture(
	nodes: readonly Statement[],
	filters: readonly Apply[],
	scope: Scope,
	compiler: Compiler,
): (frame: Frame) => { value: Value } | typeof BREAK | typeof CONTINUE {
	const body = compileInner(nodes, scope.with({ isExtensible: false }), compiler);
	return (frame) => {
		const outer = frame.out;
		const wasCaptured = frame.isCaptured;
		frame.isCaptured = true;
		frame.out = "";
		let signal: Signal;
		let text = "";
		try {
			signal = body(frame);
		} finally {
			text = frame.out;
			frame.out = outer;
			frame.isCaptured = wasCaptured;
		}
		if (signal !== DONE) return signal;
		const captured: Value = frame.runtime.autoescape ? new Safe(text) : text;
		return { value: filters.reduce((value, filter) => filter(frame, value), captured) };
	};
}

function compileFilterBlock(node: FilterStatement, scope: Scope, compiler: Compiler): Execute {
	const filters = [node.filter, ...node.more].map((filter) => compileApplied(filter, "filter", scope, compiler));
	const capture = compileCapture(node.body, filters, scope, compiler);
	const { print, isReference } = compiler.settings;
	const { offset } = node;
	return (frame) => {
		const result = capture(frame);
		if (typeof result === "number") return result;
		if (!isText(result.value) && !isReference)
			throw locateError(
				new TemplateRuntimeError(`sequence item 0: expected str instance, ${typeName(result.value)} found`),
				compiler.source,
				offset,
			);
		// The result of the filter is not escaped, safe or not.
		frame.out += print(result.value);
		return DONE;
	};
}

/** Compiles statements in a scope of their own. */
function compileInner(nodes: readonly Statement[], outer: Scope, compiler: Compiler, bound?: Scope): Execute {
	const scope = bound ?? outer.inner();
	const before = scope.layout.size;
	declareNames(nodes, scope);
	const count = scope.layout.size - before;
	const body = compiler.body(nodes, scope);
	if (count === 0) return body;
	return (frame) => {
		frame.slots.fill(undefined, before, before + count);
		return body(frame);
	};
}

/** Marks the text of the block, if it is asked for where it is in the output. */
function compileGeneration(node: Generation, scope: Scope, compiler: Compiler): Execute {
	const body = compileInner(node.body, scope, compiler);
	return (frame) => {
		const { marks, top } = frame.runtime;
		if (!marks) return body(frame);
		if (marks.blocks) {
			const [before, start] = [frame.out.length, top[0]?.out.length ?? 0];
			const signal = body(frame);
			marks.blocks.push({ start, text: frame.out.slice(before) });
			return signal;
		}
		if (top.at(-1) !== frame || frame.isCaptured) marks.areExposed = true;
		frame.out += marks.open;
		const signal = body(frame);
		frame.out += marks.close;
		return signal;
	};
}

function compileWith(node: With, outer: Scope, compiler: Compiler): Execute {
	const values = node.bindings.map(({ value }) => compiler.expression(value, outer));
	const scope = outer.inner();
	for (const { target } of node.bindings) for (const name of namesOf(target)) scope.declare(name, true);
	const targets = node.bindings.map(({ target }) => compileTarget(target, scope, compiler));
	const body = compileInner(node.body, outer, compiler, scope);
	return (frame) => {
		const results = values.map((value) => value(frame));
		for (const [index, assign] of targets.entries()) assign(frame, results[index]);
		return body(frame);
	};
}

function compileAutoescape(node: Autoescape, scope: Scope, compiler: Compiler): Execute {
	const enabled = compiler.expression(node.enabled, scope);
	const { enabled: setting } = node;
	const isConstant = setting.type === "Identifier" && /^(?:true|false)$/i.test(setting.value);
	const escapes = isConstant ? setting.value.toLowerCase() === "true" : "runtime";
	const body = compileInner(node.body, scope, compiler, scope.inner({ escapes }));
	return (frame) => {
		const { runtime } = frame;
		const outer = runtime.autoescape;
		runtime.autoescape = isTrue(enabled(frame));
		const signal = body(frame);
		runtime.autoescape = outer;
		return signal;
	};
}
