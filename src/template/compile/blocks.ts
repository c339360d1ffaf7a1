import { locateError, TemplateRuntimeError } from "../errors.ts";
import type { FilterStatement, Generation, SetStatement, Statement } from "../syntax/ast.ts";
import { typeName } from "../values/type-name.ts";
import { isText, Safe, type Value } from "../values/value.ts";
import { type Apply, compileApplied } from "./calls.ts";
import type { Compiler } from "./compiler.ts";
import { type BREAK, type CONTINUE, DONE, type Execute, type Frame, type Signal } from "./frame.ts";
import { compileTarget, declareNames } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Compiles `{% set x %}…{% endset %}`. */
export function compileSetBlock(node: SetStatement, scope: Scope, compiler: Compiler): Execute {
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

/** Compiles statements whose output becomes a value. At run time a signal of the statements is returned instead. */
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

export function compileFilterBlock(node: FilterStatement, scope: Scope, compiler: Compiler): Execute {
	const filters = [node.filter, ...node.more].map((filter) => compileApplied(filter, "filter", scope, compiler));
	const capture = compileCapture(node.body, filters, scope, compiler);
	const { print, reference } = compiler.settings;
	const { offset } = node;
	return (frame) => {
		const result = capture(frame);
		if (typeof result === "number") return result;
		if (!isText(result.value) && !reference)
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
export function compileInner(nodes: readonly Statement[], outer: Scope, compiler: Compiler, bound?: Scope): Execute {
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

/** Marks the text of the block if spans are requested. */
export function compileGeneration(node: Generation, scope: Scope, compiler: Compiler): Execute {
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
