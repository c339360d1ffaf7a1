import { locateError } from "../errors.ts";
import type { Expression } from "../syntax/ast.ts";
import { escapeHtml } from "../values/escape.ts";
import type { Value } from "../values/value.ts";
import type { Compiler } from "./compiler.ts";
import { DONE, type Execute, type Frame } from "./frame.ts";
import type { Scope } from "./scope.ts";

/** Compiles an expression that stands as a statement, or text: writes it. */
export function compileOutput(node: Expression, scope: Scope, compiler: Compiler): Execute {
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
