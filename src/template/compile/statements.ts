import { locateError, TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import type { Expression, Node, Statement } from "../syntax/ast.ts";
import { isTrue } from "../values/compare.ts";
import { chargeBytes } from "../values/meter.ts";
import { escapeHtml } from "../values/text.ts";
import { typeName } from "../values/undefined.ts";
import { isText, Safe, type Value } from "../values/value.ts";
import { type Apply, compileApplied } from "./calls.ts";
import { BREAK, CONTINUE, DONE, type Evaluate, type Execute, type Frame, type Signal } from "./frame.ts";
import { compileFor } from "./loops.ts";
import { compileCallBlock, compileMacro } from "./macros.ts";
import { type Assign, compileTarget, declareNames } from "./names.ts";
import { compileExpression, failAt, located, type Scope } from "./scope.ts";

/** Turns a statement into a function of the frame; undefined if there is nothing to do. */
export function compileStatement(node: Statement, scope: Scope): Execute | undefined {
	switch (node.type) {
		case "Comment":
			return undefined;
		case "If":
			return compileIf(node, scope.with({ isSoft: true }));
		case "For":
			return compileFor(node, scope);
		case "Break":
		case "Continue": {
			if (!scope.flags.isInLoop) return failAt(scope, `'${node.type.toLowerCase()}' not properly in loop`, node.offset);
			const signal = node.type === "Break" ? BREAK : CONTINUE;
			return () => signal;
		}
		case "Set":
			return compileSet(node, scope);
		case "Macro":
			return compileMacro(node, scope);
		case "CallStatement":
			return compileCallBlock(node, scope);
		case "FilterStatement":
			return compileFilterBlock(node, scope);
		case "Generation":
			return compileGeneration(node, scope);
		default:
			return scope.compiler.parts.compileTag(node, scope) ?? compileOutput(node as Expression, scope);
	}
}

function compileIf(node: Node<"If">, scope: Scope): Execute {
	const branches: { test: Evaluate; body: Execute }[] = [];
	let alternate: readonly Statement[] = [node];
	// A chain of `elif` becomes a list of branches, whatever its length.
	for (let [branch] = alternate; alternate.length === 1 && branch?.type === "If"; [branch] = alternate) {
		branches.push({ test: compileExpression(branch.test, scope), body: scope.compiler.body(branch.body, scope) });
		alternate = branch.alternate;
	}
	const otherwise = scope.compiler.body(alternate, scope);
	return chooseFirst(branches, otherwise);
}

function chooseFirst(branches: readonly { test: Evaluate; body: Execute }[], otherwise: Execute): Execute {
	return (frame) => {
		for (const { test, body } of branches) if (isTrue(test(frame))) return body(frame);
		return otherwise(frame);
	};
}

function compileSet(node: Node<"Set">, scope: Scope): Execute {
	if (node.value) {
		// In this order, so that the scope sees a name read before it is set.
		const value = compileExpression(node.value, scope);
		return assignValue(compileTarget(node.assignee, scope), value, scope, node.offset);
	}
	return compileSetBlock(node, scope);
}

function assignValue(assign: Assign, value: Evaluate, scope: Scope, offset: number): Execute {
	return located(scope, offset, (frame) => {
		assign(frame, value(frame));
		return DONE;
	});
}

/** Compiles an expression statement, or text: writes it. */
function compileOutput(node: Expression, scope: Scope): Execute {
	const write = node.type === "StringLiteral" && node.isText ? writeText(node.value) : writeValue(node, scope);
	const { max_output, max_memory } = scope.compiler.settings.limits;
	const counted = max_output === undefined && max_memory === undefined ? write : countOutput(write);
	if (!scope.flags.isExtensible) return counted;
	return (frame) => (frame.extended ? DONE : counted(frame));
}

/** Size of the node by which V8 appends the new text to the output. */
const WRITTEN_BYTES = 32;

/** Counts the characters that a statement writes. */
function countOutput(write: Execute): Execute {
	return (frame) => {
		const before = frame.out.length;
		write(frame);
		const { runtime } = frame;
		runtime.written += frame.out.length - before;
		chargeBytes(WRITTEN_BYTES + frame.out.length - before);
		const { max_output = Number.POSITIVE_INFINITY } = runtime.settings.limits;
		if (runtime.written > max_output)
			throw new TemplateLimitError(`the output is longer than ${max_output} characters`);
		return DONE;
	};
}

function writeText(text: string): Execute {
	return (frame) => {
		frame.out += text;
		return DONE;
	};
}

function writeValue(node: Expression, scope: Scope): Execute {
	const { offset } = node;
	const { source } = scope.compiler;
	const evaluate = compileExpression(node, scope);
	const show = compilePrint(scope);
	return (frame) => {
		try {
			frame.out += show(frame, evaluate(frame));
		} catch (error) {
			throw locateError(error, source, offset);
		}
		return DONE;
	};
}

type Show = (frame: Frame, value: Value) => string;

/** Returns how values are written in a scope: as they are printed, escaped, or changed by the host before. */
function compilePrint(scope: Scope): Show {
	const { finalize } = scope.compiler.settings;
	const { escapes } = scope.flags;
	if (finalize) return (frame, value) => writePerhapsEscaped(frame, finalize(value));
	if (escapes === "runtime") return writePerhapsEscaped;
	return escapes ? (_, value) => escapeHtml(value).text : writePlain;
}

function writePerhapsEscaped({ runtime }: Frame, value: Value): string {
	return runtime.autoescape ? escapeHtml(value).text : runtime.settings.print(value);
}

function writePlain({ runtime }: Frame, value: Value): string {
	return typeof value === "string" ? value : runtime.settings.print(value);
}

/** Compiles `{% set x %}…{% endset %}`. */
function compileSetBlock(node: Node<"Set">, scope: Scope): Execute {
	const { offset } = node;
	const assign = compileTarget(node.assignee, scope);
	const filters = node.filters.map((filter) => compileApplied(filter, "filter", scope));
	const capture = compileCapture(node.body, filters, scope);
	return located(scope, offset, (frame) => {
		const result = capture(frame);
		if (typeof result === "number") return result;
		assign(frame, result.value);
		return DONE;
	});
}

/** Compiles statements whose output becomes a value. At run time a signal of the statements is returned instead. */
function compileCapture(
	nodes: readonly Statement[],
	filters: readonly Apply[],
	scope: Scope,
): (frame: Frame) => { value: Value } | typeof BREAK | typeof CONTINUE {
	const body = compileInner(nodes, scope.with({ isExtensible: false }));
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

function compileFilterBlock(node: Node<"FilterStatement">, scope: Scope): Execute {
	const filters = [node.filter, ...node.more].map((filter) => compileApplied(filter, "filter", scope));
	const capture = compileCapture(node.body, filters, scope);
	const { print, reference } = scope.compiler.settings;
	const { offset } = node;
	return located(scope, offset, (frame) => {
		const result = capture(frame);
		if (typeof result === "number") return result;
		if (!isText(result.value) && !reference)
			throw new TemplateRuntimeError(`sequence item 0: expected str instance, ${typeName(result.value)} found`);
		// The result of the filter is not escaped, safe or not.
		frame.out += print(result.value);
		return DONE;
	});
}

/** Compiles statements in their own scope. */
export function compileInner(nodes: readonly Statement[], outer: Scope, bound?: Scope): Execute {
	const scope = bound ?? outer.inner();
	const before = scope.layout.size;
	declareNames(nodes, scope);
	const count = scope.layout.size - before;
	const body = scope.compiler.body(nodes, scope);
	if (count === 0) return body;
	return (frame) => {
		frame.slots.fill(undefined, before, before + count);
		return body(frame);
	};
}

/** Marks the text of the block if spans are requested. */
function compileGeneration(node: Node<"Generation">, scope: Scope): Execute {
	const body = compileInner(node.body, scope);
	return (frame) => {
		const { marks } = frame.runtime;
		return marks ? marks.around(frame, body) : body(frame);
	};
}
