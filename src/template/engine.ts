import { NAMESPACE } from "./builtins/tables.ts";
import { compileProgram } from "./compile/compile.ts";
import { Context, runUnit, type Unit } from "./compile/frame.ts";
import { copyPlace, isExhaustion, TemplateLimitError } from "./errors.ts";
import { createLoad, readSettings, type TemplateOptions } from "./options.ts";
import { Part } from "./parts.ts";
import type { Attempt, findSpans, RenderedSpans, renderInPieces, SpanMarks } from "./render-async.ts";
import { Runtime, type Settings } from "./runtime.ts";

import type { Program } from "./syntax/ast.ts";
import { scan } from "./syntax/lexer.ts";
import { parseTokens } from "./syntax/parser.ts";
import { Meter, metered } from "./values/meter.ts";
import { Undefined } from "./values/undefined.ts";
import type { Value } from "./values/value.ts";

export const FIND_SPANS = new Part<typeof findSpans>("the option `spans`");
export const RENDER_IN_PIECES = new Part<typeof renderInPieces>("an asynchronous render");

/** The names and values a template is rendered with: a plain object, or a Map to keep any order of keys. */
export type TemplateContext = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** Compiled templates by name. */
export interface Units {
	get(name: string): Unit | undefined;
	set(name: string, unit: Unit): unknown;
}

/** Reads a template as `Template` does. */
export function parseSource(source: string, options: TemplateOptions): Program {
	const { tokens, source: text } = scan(source, { trim_blocks: true, lstrip_blocks: true, ...options });
	return parseTokens(tokens, text, options);
}

/**
 * Compiles a program, and other templates on demand.
 * @param units caches the other templates
 */
export function compileWith(
	program: Program,
	options: TemplateOptions,
	settings: Settings,
	units: Units = new Map<string, Unit>(),
): Unit {
	const { autoescape = false, loader } = options;
	const loadSource = createLoad(loader);
	const load = (name: string): Unit | undefined => {
		const known = units.get(name);
		if (known) return known;
		const source = loadSource(name);
		if (source === undefined) return undefined;
		const unit = build(parseSource(source, { ...options, name }), name);
		units.set(name, unit);
		return unit;
	};
	const build = (parsed: Program, name: string | undefined): Unit =>
		compileProgram(parsed, {
			settings,
			autoescape: typeof autoescape === "function" ? autoescape(name) : autoescape,
			load: loader ? load : undefined,
		});
	return build(program, options.name);
}

/** Renders a compiled template, with the spans of its generation blocks on request. */
export function renderUnit(unit: Unit, settings: Settings, context: TemplateContext): string;
export function renderUnit(
	unit: Unit,
	settings: Settings,
	context: TemplateContext,
	spans: boolean,
): string | RenderedSpans;
export function renderUnit(
	unit: Unit,
	settings: Settings,
	context: TemplateContext,
	spans = false,
): string | RenderedSpans {
	const { max_steps, max_time } = settings.limits;
	const renderWith = (marks?: SpanMarks): string => {
		const meter = max_steps === undefined && max_time === undefined ? undefined : new Meter(settings.limits);
		const runtime = new Runtime(settings, unit.autoescape);
		runtime.marks = marks;
		const run = (): string => runUnit(unit, new Context(context, settings.globals), runtime, true).out;
		return explained(() => metered(meter, run));
	};
	return spans ? FIND_SPANS.require()(renderWith) : renderWith();
}

/** Renders a compiled template piece by piece; promises stand for their results. */
export function streamUnit(
	unit: Unit,
	settings: Settings,
	context: TemplateContext,
	signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
	const begin = (): Attempt => {
		const runtime = new Runtime(settings, unit.autoescape);
		return {
			run: () => explained(() => runUnit(unit, new Context(context, settings.globals), runtime, true).out),
			written: () => runtime.top.map(({ out, extended }) => extended?.before ?? out).join(""),
		};
	};
	return RENDER_IN_PIECES.require()(begin, settings.limits, signal);
}

/** Turns the engine's own limits into those of the template. */
function explained(run: () => string): string {
	try {
		return run();
	} catch (error) {
		if (!isExhaustion(error)) throw error;
		throw copyPlace(new TemplateLimitError(`the template needs too much: ${error.message}`), error);
	}
}

/** Renders a program that sees only the given variables. */
export function runProgram(program: Program, variables: ReadonlyMap<string, Value>): string {
	const settings = { ...readSettings({}), globals: new Map<string, Value>() };
	const unit = compileProgram(program, { settings, autoescape: false, load: undefined });
	return renderUnit(unit, settings, variables);
}

/** Returns the variables that every scope of an interpreter begins with. */
export function startingVariables(): Map<string, Value> {
	return new Map([[NAMESPACE.name, NAMESPACE]]);
}

/** Returns the undefined value of a variable that is not set. */
export function missingVariable(name: string): Undefined {
	return new Undefined("default", { name });
}
