import { TemplateNotFound, TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Node, Program, Statement } from "../syntax/ast.ts";
import { Callable } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { Dict, type Mapping } from "../values/dict.ts";
import { toText } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, orElse, Safe, Special, Tuple, type Value } from "../values/value.ts";
import { Context, DONE, type Evaluate, type Execute, Frame, runUnit, type Unit } from "./frame.ts";
import { compileTarget, compileVariable, declareNames, namesOf } from "./names.ts";
import { compileExpression, failAt, Layout, located, Scope } from "./scope.ts";
import { compileInner } from "./statements.ts";

/** Compiles the tags of `composition-parser.ts`; undefined for other statements. */
export function compileComposition(node: Statement, scope: Scope): Execute | undefined {
	switch (node.type) {
		case "With":
			return compileWith(node, scope);
		case "Autoescape":
			return compileAutoescape(node, scope);
		case "Block":
			return compileBlock(node, scope);
		case "Extends":
			return compileExtends(node, scope);
		case "Include":
			return compileInclude(node, scope);
		case "Import":
			return compileImport(node, scope);
		case "FromImport":
			return compileFrom(node, scope);
		case "Do": {
			const expression = compileExpression(node.expression, scope);
			return (frame) => {
				expression(frame);
				return DONE;
			};
		}
		default:
			return undefined;
	}
}

function compileBlock(node: Node<"Block">, scope: Scope): Execute {
	const { name, required, offset } = node;
	const { compiler } = scope;
	if (compiler.blocks.has(name)) return failAt(scope, `block '${name}' defined twice`, offset);
	// Blocks see no surrounding variables, only names of the context.
	const flags = { ...scope.flags, isExtensible: false, isInLoop: false, isSoft: false };
	const inner = new Scope(compiler, new Layout(), flags, undefined);
	const superSlot = inner.declare("super", true);
	declareNames(node.body, inner);
	// Added first, to detect a block of the same name inside this one.
	compiler.blocks.set(name, () => "");
	const body = compiler.body(node.body, inner);
	compiler.blocks.set(name, (context, runtime, level) => {
		const frame = new Frame(inner.layout.size, undefined, context, runtime);
		if (inner.isUsed("super")) frame.slots[superSlot] = makeSuper(name, context, runtime, level + 1);
		body(frame);
		return frame.out;
	});
	const locals = node.scoped ? visibleValues(scope) : undefined;
	// A scoped block may be overridden by one that uses `loop`.
	if (node.scoped) scope.resolve("loop");
	return locatedUnlessExtended(scope, offset, (frame) => {
		const chain = frame.context.blocks.get(name) ?? [];
		if (required && chain.length <= 1) throw new TemplateRuntimeError(`Required block '${name}' not found`);
		const context = locals ? extendContext(frame.context, locals(frame), true) : frame.context;
		const text = renderBlock(name, context, frame.runtime);
		frame.out += text === undefined ? "" : toText(text);
		return DONE;
	});
}

/** Compiles a statement that writes nothing once its template has been extended. */
function locatedUnlessExtended(scope: Scope, offset: number, run: Execute): Execute {
	const { isExtensible } = scope.flags;
	return located(scope, offset, (frame) => (isExtensible && frame.extended ? DONE : run(frame)));
}

/** Returns a context that sees more names; `sharesBlocks` for code of the same template. */
function extendContext(context: Context, names: Mapping, sharesBlocks: boolean): Context {
	return new Context(names, context.globals, context, sharesBlocks ? context.blocks : undefined);
}

/** Renders a template with its blocks, and then the one that it extends. */
export function runComposed(unit: Unit, context: Context, runtime: Runtime, isTop = false): Frame {
	for (const [name, block] of unit.blocks) {
		const chain = context.blocks.get(name);
		if (chain) chain.push(block);
		else context.blocks.set(name, [block]);
	}
	const frame = new Frame(unit.size(), undefined, context, runtime);
	if (isTop) runtime.top.push(frame);
	if (unit.sharesNames) shareNames(context, unit.names, frame);
	const outer = runtime.autoescape;
	runtime.autoescape = unit.autoescape;
	unit.run(frame);
	if (frame.extended) {
		const { unit: base, before } = frame.extended;
		frame.out = before + runtime.enter(() => runUnit(base, context, runtime, isTop)).out;
	}
	runtime.autoescape = outer;
	return frame;
}

/** Makes the variables of a top level visible by name, before those of earlier ones. */
function shareNames(context: Context, names: Unit["names"], { slots }: Frame): void {
	const earlier = context.lookupShared;
	context.lookupShared = (name) => {
		const slot = names.get(name)?.slot;
		const value = slot === undefined ? undefined : slots[slot];
		return value === undefined ? earlier?.(name) : value;
	};
}

/** Whether a template extends another one, perhaps only under a condition. */
export function isDerived(program: Program): boolean {
	let pending = program.body;
	while (pending.length > 0) {
		if (pending.some((node) => node.type === "Extends")) return true;
		pending = pending.flatMap((node) => (node.type === "If" ? [...node.body, ...node.alternate] : []));
	}
	return false;
}

/** The value of `super`: calling it renders the block overridden, its own `super` is the one before that. */
class SuperBlock extends Callable<Runtime> {
	readonly #next: () => Value;

	constructor(name: string, context: Context, runtime: Runtime, level: number) {
		super("super", (current) => renderBlock(name, context, current, level));
		this.#next = () => makeSuper(name, context, runtime, level + 1);
	}

	override attribute(name: string): Value | undefined {
		return name === "super" ? this.#next() : undefined;
	}
}

function makeSuper(name: string, context: Context, runtime: Runtime, level: number): Value {
	if (!context.blocks.get(name)?.[level])
		return new Undefined(runtime.settings.undefinedMode, { message: `there is no parent block called '${name}'.` });
	return new SuperBlock(name, context, runtime, level);
}

/** Returns all names that may have a value in a scope. */
function visibleNames(scope: Scope | undefined): Set<string> {
	return scope ? new Set([...visibleNames(scope.parent), ...scope.names.keys()]) : new Set();
}

/** Returns the values of all variables visible in a scope, by name. */
function visibleValues(scope: Scope): (frame: Frame) => Dict {
	// Built on first use: resolving a name earlier would make loops provide `loop` needlessly.
	let readers: { name: string; read: Evaluate }[] | undefined;
	return (frame) => {
		readers ??= Array.from(visibleNames(scope), (name) => ({ name, read: compileVariable(name, scope) }));
		const values = new Dict();
		for (const { name, read } of readers) {
			const value = read(frame);
			if (!(value instanceof Undefined)) values.set(name, value);
		}
		return values;
	};
}

/** Finds a template by name, or the first of several. */
function findUnit({ compiler: { load } }: Scope, wanted: Value): Unit {
	if (!load) throw new TemplateRuntimeError("no loader for this environment specified");
	if (wanted instanceof Undefined) return wanted.fail();
	const isList = Array.isArray(wanted) || wanted instanceof Tuple;
	const names = (Array.isArray(wanted) ? wanted : wanted instanceof Tuple ? wanted.items : [wanted]).map(toText);
	for (const name of names) {
		const unit = load(name);
		if (unit) return unit;
	}
	throw new TemplateNotFound(isList ? `none of the templates given were found: ${names.join(", ")}` : (names[0] ?? ""));
}

/** The loader may throw the error too. */
function findUnitIfAny(scope: Scope, wanted: Value): Unit | undefined {
	try {
		return findUnit(scope, wanted);
	} catch (error) {
		if (error instanceof TemplateNotFound) return undefined;
		throw error;
	}
}

function compileExtends(node: Node<"Extends">, scope: Scope): Execute {
	if (scope.parent || !scope.flags.isExtensible)
		return failAt(scope, "cannot use extend from a non top-level scope", node.offset);
	const template = compileExpression(node.template, scope);
	return located(scope, node.offset, (frame) => {
		if (frame.extended) throw new TemplateRuntimeError("extended multiple times");
		frame.extended = { unit: findUnit(scope, template(frame)), before: frame.out };
		return DONE;
	});
}

/** Runs another template, which sees the variables of this one if there are `locals`. */
function runOther(unit: Unit, frame: Frame, locals: ((frame: Frame) => Dict) | undefined): Frame {
	const { context, runtime } = frame;
	const inner = locals ? extendContext(context, locals(frame), false) : new Context({}, context.globals);
	return runtime.enter(() => runUnit(unit, inner, runtime));
}

function compileInclude(node: Node<"Include">, scope: Scope): Execute {
	const template = compileExpression(node.template, scope);
	const { offset, ignoreMissing } = node;
	const locals = node.withContext === false ? undefined : visibleValues(scope);
	return locatedUnlessExtended(scope, offset, (frame) => {
		const unit = (ignoreMissing ? findUnitIfAny : findUnit)(scope, template(frame));
		if (unit) frame.out += runOther(unit, frame, locals).out;
		return DONE;
	});
}

function compileModule(node: Node<"Import"> | Node<"FromImport">, scope: Scope): (frame: Frame) => [Module, Value] {
	const template = compileExpression(node.template, scope);
	const locals = node.withContext ? visibleValues(scope) : undefined;
	return located(scope, node.offset, (frame) => {
		const wanted = template(frame);
		const unit = findUnit(scope, wanted);
		return [new Module(unit, runOther(unit, frame, locals)), wanted];
	});
}

function compileImport(node: Node<"Import">, scope: Scope): Execute {
	const load = compileModule(node, scope);
	const slot = scope.set(node.name.value);
	return (frame) => {
		[frame.slots[slot]] = load(frame);
		return DONE;
	};
}

function compileFrom(node: Node<"FromImport">, scope: Scope): Execute {
	const load = compileModule(node, scope);
	const line = scope.compiler.source.lineAt(node.offset);
	const names = node.names.map(({ name, alias }) => ({ name: name.value, slot: scope.set((alias ?? name).value) }));
	return (frame) => {
		const [module, wanted] = load(frame);
		for (const { name, slot } of names) {
			const template = isText(wanted) ? toText(wanted) : "None";
			const message = `the template '${template}' (imported on line ${line}) does not export the requested name '${name}'`;
			frame.slots[slot] = orElse(module.attribute(name), () => frame.runtime.missing(message));
		}
		return DONE;
	};
}

/** The value of an imported template: its attributes are the names of its top level, its text the output. */
class Module extends Special {
	readonly #unit: Unit;
	readonly #frame: Frame;

	constructor(unit: Unit, frame: Frame) {
		super();
		this.#unit = unit;
		this.#frame = frame;
	}

	override readonly typeName: string = "TemplateModule";

	override readonly qualifiedName: string = "jinja2.environment.TemplateModule";

	override toString(): string {
		return this.#frame.out;
	}

	override attribute(name: string): Value | undefined {
		if (name.startsWith("_")) return undefined;
		const slot = this.#unit.names.get(name)?.slot;
		return slot === undefined ? undefined : this.#frame.slots[slot];
	}
}

function compileWith(node: Node<"With">, outer: Scope): Execute {
	const values = node.bindings.map(({ value }) => compileExpression(value, outer));
	const scope = outer.inner();
	for (const { target } of node.bindings) for (const name of namesOf(target)) scope.declare(name, true);
	const targets = node.bindings.map(({ target }) => compileTarget(target, scope));
	const body = compileInner(node.body, outer, scope);
	return (frame) => {
		const results = values.map((value) => value(frame));
		for (const [index, assign] of targets.entries()) assign(frame, results[index]);
		return body(frame);
	};
}

function compileAutoescape(node: Node<"Autoescape">, scope: Scope): Execute {
	const enabled = compileExpression(node.enabled, scope);
	const { enabled: setting } = node;
	const isConstant = setting.type === "Identifier" && /^(?:true|false)$/i.test(setting.value);
	const escapes = isConstant ? setting.value.toLowerCase() === "true" : "runtime";
	const body = compileInner(node.body, scope, scope.inner({ escapes }));
	return (frame) => {
		const { runtime } = frame;
		const outer = runtime.autoescape;
		runtime.autoescape = isTrue(enabled(frame));
		const signal = body(frame);
		runtime.autoescape = outer;
		return signal;
	};
}

/** Renders the block of a name, `level` steps up the chain; undefined if there is none. */
function renderBlock(name: string, context: Context, runtime: Runtime, level = 0): Value | undefined {
	const block = context.blocks.get(name)?.[level];
	if (!block) return undefined;
	const text = runtime.enter(() => block(context, runtime, level));
	return runtime.autoescape ? new Safe(text) : text;
}

/** The value of `self`: its attributes are the blocks. */
export class BlockTable extends Special {
	readonly #context: Context;

	constructor(context: Context) {
		super();
		this.#context = context;
	}

	override readonly typeName: string = "TemplateReference";

	override readonly qualifiedName: string = "jinja2.runtime.TemplateReference";

	override attribute(name: string): Value | undefined {
		if (!this.#context.blocks.has(name)) return undefined;
		return new Callable<Runtime>(name, (runtime) => renderBlock(name, this.#context, runtime));
	}
}
