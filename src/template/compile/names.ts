import { DICT_MUTATORS, getAttribute, getItem, isPrivate } from "../access.ts";
import { DICT_METHODS } from "../builtins/methods.ts";
import { locateError, TemplateRuntimeError } from "../errors.ts";
import { CONSTANTS, type Expression, type Node, type Statement } from "../syntax/ast.ts";
import { refuseTarget } from "../syntax/parser.ts";
import type { Source } from "../syntax/source.ts";
import { adopt } from "../values/adopt.ts";
import { isEnumerable } from "../values/dict.ts";
import { getSlice, itemsOf, tryItems } from "../values/iterate.ts";
import { typeName, Undefined } from "../values/undefined.ts";
import { Namespace, type Value } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { type Compiler, compileExpression, failAt, type NameSlot, type Scope } from "./scope.ts";

/** Reads a variable, or a name of the context. */
export function compileName({ value: name }: Node<"Identifier">, scope: Scope): Evaluate {
	const constant = CONSTANTS.get(name);
	if (constant !== undefined) return scope.compiler.leaves.constant(constant);
	scope.read(name);
	return scope.compiler.leaves.variable(name, scope, readVariable);
}

/** Reads the value of a name at the end of a scope. */
export function compileVariable(name: string, scope: Scope): Evaluate {
	return readVariable(name, scope, scope.resolve(name));
}

function readVariable(name: string, scope: Scope, [place, ...others]: readonly NameSlot[]): Evaluate {
	if (!place) return readContext(name, scope.compiler);
	const otherwise = compilePlaces(others, name, scope);
	const { hops, slot } = place;
	if (hops === 0)
		return (frame) => {
			const value = frame.slots[slot];
			return value === undefined ? otherwise(frame) : value;
		};
	return (frame) => {
		const value = ancestor(frame, hops).slots[slot];
		return value === undefined ? otherwise(frame) : value;
	};
}

function compilePlaces(places: readonly { hops: number; slot: number }[], name: string, scope: Scope): Evaluate {
	const otherwise = readContext(name, scope.compiler);
	// Known only when the whole of the scope has been compiled.
	let isHidden: boolean | undefined;
	return (frame) => {
		for (const { hops, slot } of places) {
			const value = ancestor(frame, hops).slots[slot];
			if (value !== undefined) return value;
		}
		isHidden ??= scope.hidesContext(name);
		const { runtime } = frame;
		return isHidden && !runtime.settings.reference ? runtime.missingName(name) : otherwise(frame);
	};
}

function ancestor(frame: Frame, hops: number): Frame {
	let result = frame;
	for (let count = hops; count > 0 && result.parent; count--) result = result.parent;
	return result;
}

function readContext(name: string, { parts }: Compiler): Evaluate {
	return (frame) => {
		const value = frame.context.lookup(name);
		if (value !== undefined) return value;
		const missing = frame.runtime.settings.library.explainMissing("global", name);
		if (missing !== undefined) throw new TemplateRuntimeError(missing);
		return (name === "self" && parts.blocksOf(frame.context)) || frame.runtime.missingName(name);
	};
}

/** Stores a value somewhere. */
export type Assign = (frame: Frame, value: Value) => void;

/** Compiles the target of an assignment, whose names must have been declared. */
export function compileTarget(node: Expression, scope: Scope): Assign {
	const refused = refuseTarget(node);
	if (refused !== undefined) return failAt(scope, `can't assign to '${refused}'`, node.offset);
	if (node.type === "Identifier") {
		const slot = scope.set(node.value);
		return (frame, value) => {
			frame.slots[slot] = value;
		};
	}
	if (node.type === "TupleLiteral") {
		const targets = node.value.map((item) => compileTarget(item, scope));
		return (frame, value) => {
			const items = unpack(value, targets.length);
			for (let index = 0; index < targets.length; index++) targets[index]?.(frame, items[index]);
		};
	}
	return compileAttributeTarget(node, scope);
}

function compileAttributeTarget(node: Expression, scope: Scope): Assign {
	if (node.type !== "MemberExpression" || node.property.type !== "Identifier")
		return failAt(scope, `can't assign to '${node.type.toLowerCase()}'`, node.offset);
	const object = compileExpression(node.object, scope);
	const name = node.property.value;
	return (frame, value) => {
		const namespace = object(frame);
		if (!(namespace instanceof Namespace))
			throw new TemplateRuntimeError("cannot assign attribute on non-namespace object");
		namespace.attributes.set(name, value);
	};
}

function unpack(value: Value, count: number): readonly Value[] {
	const items = tryItems(value);
	if (!items) throw new TemplateRuntimeError(`cannot unpack non-iterable ${typeName(value)} object`);
	if (items.length > count) throw new TemplateRuntimeError(`too many values to unpack (expected ${count})`);
	if (items.length < count)
		throw new TemplateRuntimeError(`not enough values to unpack (expected ${count}, got ${items.length})`);
	return itemsOf(items);
}

/** Names that the target of an assignment binds. */
export function namesOf(target: Expression): string[] {
	if (target.type === "Identifier") return [target.value];
	return target.type === "TupleLiteral" ? target.value.flatMap(namesOf) : [];
}

/** Declares all names that statements assign in their own scope, anywhere in it. */
export function declareNames(nodes: readonly Statement[], scope: Scope): void {
	let pending = [...nodes];
	while (pending.length > 0) {
		const bodies: Statement[] = [];
		for (const node of pending) {
			if (node.type === "Set") for (const name of namesOf(node.assignee)) scope.declare(name);
			else if (node.type === "Macro" || node.type === "Import") scope.declare(node.name.value);
			else if (node.type === "FromImport")
				for (const { name, alias } of node.names) scope.declare((alias ?? name).value);
			else if (node.type === "If") for (const child of [...node.body, ...node.alternate]) bodies.push(child);
		}
		pending = bodies;
	}
}

const PLAIN = Object.prototype;

/** `a.b`, `a.0`, `a[b]` and `a[b:c]` */
export function compileMember(node: Node<"MemberExpression">, scope: Scope): Evaluate {
	const object = compileExpression(node.object, scope);
	const { property, computed, offset } = node;
	const { source } = scope.compiler;
	if (property.type === "SliceExpression") return compileSlice(node, property, object, scope);
	if (!computed && property.type === "Identifier") return compileAttribute(node, property.value, object, source);
	if (property.type === "StringLiteral") return readNamed(object, property.value, readPlain, getItem, source, offset);
	const key = compileExpression(property, scope);
	return (frame) => {
		const target = object(frame);
		const index = key(frame);
		if (typeof index === "number" && index >= 0 && Array.isArray(target) && target[index] !== undefined)
			return adopt(target[index]);
		try {
			return getItem(frame.runtime, target, index);
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

function compileAttribute(node: Node<"MemberExpression">, name: string, object: Evaluate, source: Source): Evaluate {
	// Names of methods, and those of the sandbox, take the slow path.
	const isSpecial = DICT_METHODS.has(name) || isPrivate(name) || DICT_MUTATORS.has(name);
	return readNamed(object, name, isSpecial ? readNothing : readPlain, getAttribute, source, node.offset);
}

function readNothing(): undefined {
	return undefined;
}

/** @param readQuickly reads most values; undefined where only `read` can */
function readNamed(
	object: Evaluate,
	name: string,
	readQuickly: typeof readPlain,
	read: typeof getAttribute,
	source: Source,
	offset: number,
): Evaluate {
	return (frame) => {
		const target = object(frame);
		const value = readQuickly(target, name);
		if (value !== undefined) return value;
		try {
			return read(frame.runtime, target, name);
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

function readPlain(target: Value, name: string): Value | undefined {
	if (typeof target !== "object" || target === null || Object.getPrototypeOf(target) !== PLAIN) return undefined;
	return isEnumerable.call(target, name) ? adopt((target as Readonly<Record<string, Value>>)[name]) : undefined;
}

function compileSlice(
	node: Node<"MemberExpression">,
	slice: Node<"SliceExpression">,
	object: Evaluate,
	scope: Scope,
): Evaluate {
	const { offset } = node;
	const { source, parts } = scope.compiler;
	const part = (expression: Expression | undefined): Evaluate =>
		expression ? compileExpression(expression, scope) : () => null;
	const [start, stop, step] = [part(slice.start), part(slice.stop), part(slice.step)];
	const isFolded = [node.object, slice.start, slice.stop, slice.step].every((part) => !part || parts.isConstant(part));
	return (frame) => {
		const target = object(frame);
		try {
			const part = getSlice(target, start(frame), stop(frame), step(frame));
			return frame.runtime.settings.reference?.sliceLikeReference(part) ?? part;
		} catch (error) {
			// Jinja2 evaluates constants while compiling, and treats failures as undefined.
			if (isFolded && step(frame) !== 0 && !(target instanceof Undefined))
				return frame.runtime.missingKey(target, null);
			throw locateError(error, source, offset);
		}
	};
}
