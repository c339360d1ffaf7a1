import { locateError } from "../errors.ts";
import { Part } from "../parts.ts";
import type { Expression, If, SetStatement, Statement } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import { isTrue } from "../values/compare.ts";
import { escapeHtml } from "../values/text.ts";
import type { Value } from "../values/value.ts";
import { compileFilterBlock, compileGeneration, compileSetBlock } from "./blocks.ts";
import { type Compiler, failAt } from "./compiler.ts";
import { BREAK, CONTINUE, DONE, type Evaluate, type Execute, type Frame } from "./frame.ts";
import { compileFor } from "./loops.ts";
import { compileCallBlock, compileMacro } from "./macros.ts";
import { type Assign, compileTarget } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Compiles the tags that only the full engine has. */
export const FULL_STATEMENTS = new Part<(node: Statement, scope: Scope, compiler: Compiler) => Execute | undefined>(
	"this tag",
);

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
		case "Do": {
			const expression = compiler.expression(node.expression, scope);
			return (frame) => {
				expression(frame);
				return DONE;
			};
		}
		default: {
			const compileTag = isTag(node) && FULL_STATEMENTS.require();
			return compileTag ? compileTag(node, scope, compiler) : compileOutput(node as Expression, scope, compiler);
		}
	}
}

const TAGS: readonly Statement["type"][] = [
	"With",
	"Autoescape",
	"Block",
	"Extends",
	"Include",
	"Import",
	"FromImport",
];

/** Whether the full engine compiles a statement. */
function isTag({ type }: Statement): boolean {
	return TAGS.includes(type);
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
	return compileSetBlock(node, scope, compiler);
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

/** Compiles an expression that stands as a statement, or text: writes it. */
function compileOutput(node: Expression, scope: Scope, compiler: Compiler): Execute {
	const write =
		node.type === "StringLiteral" && node.isText ? writeText(node.value) : writeValue(node, scope, compiler);
	const counted = compiler.settings.limits.max_output === undefined ? write : countOutput(write);
	if (!scope.flags.isExtensible) return counted;
	return (frame) => (frame.extended ? DONE : counted(frame));
}

function writeText(text: string): Execute {
	return (frame) => {
		frame.out += text;
		return DONE;
	};
}

function writeValue(node: Expression, scope: Scope, compiler: Compiler): Execute {
	const { offset } = node;
	const evaluate = compiler.expression(node, scope);
	const show = compilePrint(scope, compiler);
	return (frame) => {
		try {
			frame.out += show(frame, evaluate(frame));
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
		return DONE;
	};
}

type Show = (frame: Frame, value: Value) => string;

/** How values are written: printed, or escaped. */
function compilePrint(scope: Scope, compiler: Compiler): Show {
	const { finalize } = compiler.settings;
	const { escapes } = scope.flags;
	if (finalize) {
		return (frame, value) => writePerhapsEscaped(frame, finalize(value));
	}
	if (escapes === "runtime") return writePerhapsEscaped;
	return escapes ? writeEscaped : writePlain;
}

function writePlain({ runtime }: Frame, value: Value): string {
	return typeof value === "string" ? value : runtime.settings.print(value);
}

function writeEscaped(_: Frame, value: Value): string {
	return escapeHtml(value).text;
}

function writePerhapsEscaped({ runtime }: Frame, value: Value): string {
	return runtime.autoescape ? escapeHtml(value).text : runtime.settings.print(value);
}

function countOutput(write: Execute): Execute {
	return (frame) => {
		const before = frame.out.length;
		write(frame);
		frame.runtime.written(frame.out.length - before);
		return DONE;
	};
}
