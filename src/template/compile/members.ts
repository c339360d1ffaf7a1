import { DICT_MUTATORS, isPrivate } from "../access.ts";
import { dictMethods } from "../builtins/container-methods.ts";
import { locateError } from "../errors.ts";
import { CONSTANTS, type Expression, type MemberExpression, type SliceExpression } from "../syntax/ast.ts";
import { adopt } from "../values/adopt.ts";
import { getSlice } from "../values/iterate.ts";
import { Undefined } from "../values/undefined.ts";
import type { Value } from "../values/value.ts";
import type { Evaluate } from "./frame.ts";
import type { Compiler, Scope } from "./scope.ts";

const isEnumerable = Object.prototype.propertyIsEnumerable;
const PLAIN = Object.prototype;

/** `a.b`, `a.0`, `a[b]` and `a[b:c]` */
export function compileMember(node: MemberExpression, scope: Scope, compiler: Compiler): Evaluate {
	const object = compiler.expression(node.object, scope);
	const { property, computed, offset } = node;
	if (property.type === "SliceExpression") return compileSlice(node, property, object, scope, compiler);
	if (!computed && property.type === "Identifier") return compileAttribute(node, property.value, object, compiler);
	if (property.type === "StringLiteral") return compileKey(node, property.value, object, compiler);
	const key = compiler.expression(property, scope);
	const { getItem } = compiler.settings;
	return (frame) => {
		const target = object(frame);
		const index = key(frame);
		if (typeof index === "number" && index >= 0 && Array.isArray(target) && target[index] !== undefined)
			return adopt(target[index]);
		try {
			return getItem(frame.runtime, target, index);
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
	};
}

function compileAttribute(node: MemberExpression, name: string, object: Evaluate, compiler: Compiler): Evaluate {
	// Names of methods, and those of the sandbox, take the slow path.
	const isSpecial = dictMethods().has(name) || isPrivate(name) || DICT_MUTATORS.has(name);
	return isSpecial ? readSpecial(object, name, compiler, node.offset) : readMember(object, name, compiler, node.offset);
}

function readSpecial(object: Evaluate, name: string, compiler: Compiler, offset: number): Evaluate {
	return (frame) => {
		const target = object(frame);
		try {
			return compiler.settings.getAttribute(frame.runtime, target, name);
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
	};
}

function readMember(object: Evaluate, name: string, compiler: Compiler, offset: number): Evaluate {
	return (frame) => {
		const target = object(frame);
		const value = readPlain(target, name);
		if (value !== undefined) return value;
		try {
			return compiler.settings.getAttribute(frame.runtime, target, name);
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
	};
}

function compileKey(node: MemberExpression, name: string, object: Evaluate, compiler: Compiler): Evaluate {
	const { offset } = node;
	const { getItem } = compiler.settings;
	return (frame) => {
		const target = object(frame);
		const value = readPlain(target, name);
		if (value !== undefined) return value;
		try {
			return getItem(frame.runtime, target, name);
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
	};
}

/** Looks up a member of a plain host object on the fast path; undefined for anything else. */
function readPlain(target: Value, name: string): Value | undefined {
	if (typeof target !== "object" || target === null || Object.getPrototypeOf(target) !== PLAIN) return undefined;
	return isEnumerable.call(target, name) ? adopt((target as Readonly<Record<string, Value>>)[name]) : undefined;
}

function compileSlice(
	node: MemberExpression,
	slice: SliceExpression,
	object: Evaluate,
	scope: Scope,
	compiler: Compiler,
): Evaluate {
	const { offset } = node;
	const part = (expression: Expression | undefined): Evaluate =>
		expression ? compiler.expression(expression, scope) : () => null;
	const [start, stop, step] = [part(slice.start), part(slice.stop), part(slice.step)];
	const isFolded = [node.object, slice.start, slice.stop, slice.step].every((part) => !part || isConstant(part));
	return (frame) => {
		const target = object(frame);
		try {
			return getSlice(target, start(frame), stop(frame), step(frame));
		} catch (error) {
			// Jinja2 evaluates constants while compiling, and treats failures as undefined.
			if (isFolded && step(frame) !== 0 && !(target instanceof Undefined))
				return frame.runtime.missingKey(target, null);
			throw locateError(error, compiler.source, offset);
		}
	};
}

/** Whether an expression has the same value everywhere. */
export function isConstant(node: Expression): boolean {
	switch (node.type) {
		case "StringLiteral":
		case "IntegerLiteral":
		case "FloatLiteral":
			return true;
		case "Identifier":
			return CONSTANTS.has(node.value);
		case "ArrayLiteral":
		case "TupleLiteral":
			return node.value.every(isConstant);
		case "ObjectLiteral":
			return [...node.value].flat().every(isConstant);
		case "UnaryExpression":
			return isConstant(node.argument);
		case "BinaryExpression":
			return isConstant(node.left) && isConstant(node.right);
		case "FilterExpression":
			return node.filter.type === "Identifier" && isConstant(node.operand);
		default:
			return false;
	}
}
