import { NAMESPACE } from "./builtins/globals.ts";
import { compileProgram } from "./compile/compile.ts";
import { Context, runUnit, type Unit } from "./compile/frame.ts";
import type { Engine } from "./engine.ts";
import { explained } from "./errors.ts";
import type { RenderedSpans, SpanMarks } from "./render-async.ts";
import { Runtime, type Settings } from "./runtime.ts";
import { readSettings, type TemplateOptions, type Units } from "./settings.ts";
import type { Program } from "./syntax/ast.ts";
import { scan } from "./syntax/lexer.ts";
import { parseTokens } from "./syntax/parser.ts";
import { Meter, metered } from "./values/meter.ts";
import { Undefined } from "./values/undefined.ts";
import type { Value } from "./values/value.ts";

/** The variables of a render: a plain object, or a Map to keep any order of keys. */
export type TemplateContext = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** Reads a template as `Template` does. */
export function parseSource(engine: Engine, source: string, options: TemplateOptions): Program {
	const { tokens, source: text } = scan(engine.syntax, source, { trim_blocks: true, lstrip_blocks: true, ...options });
	return parseTokens(engine.syntax, tokens, text, options);
}

/**
 * Compiles a program, and other templates on demand.
 * @param units caches the other templates
 */
export function compileWith(
	engine: Engine,
	program: Program,
	options: TemplateOptions,
	settings: Settings,
	units?: Units,
): Unit {
	const load = engine.loadUnits(engine, options, settings, units);
	return compileNamed(engine, program, options, options.name, settings, load);
}

/** @param load finds other templates */
export function compileNamed(
	engine: Engine,
	program: Program,
	{ autoescape = false }: TemplateOptions,
	name: string | undefined,
	settings: Settings,
	load: ((name: string) => Unit | undefined) | undefined,
): Unit {
	const escapes = typeof autoescape === "function" ? autoescape(name) : autoescape;
	return compileProgram(program, { parts: engine.compiler, settings, autoescape: escapes, load });
}

/** Renders a compiled template, with the spans of its generation blocks on request. */
export function renderUnit(engine: Engine, unit: Unit, settings: Settings, context: TemplateContext): string;
export function renderUnit(
	engine: Engine,
	unit: Unit,
	settings: Settings,
	context: TemplateContext,
	spans: boolean,
): string | RenderedSpans;
export function renderUnit(
	engine: Engine,
	unit: Unit,
	settings: Settings,
	context: TemplateContext,
	spans = false,
): string | RenderedSpans {
	const { max_steps, max_time, max_memory } = settings.limits;
	const renderWith = (marks?: SpanMarks): string => {
		const meter = [max_steps, max_time, max_memory].every((limit) => limit === undefined)
			? undefined
			: new Meter(settings.limits);
		const runtime = new Runtime(settings, unit.autoescape);
		runtime.marks = marks;
		const run = (): string => runUnit(unit, new Context(context, settings.globals), runtime, true).out;
		return explained(() => metered(meter, run));
	};
	return spans ? engine.findSpans(renderWith) : renderWith();
}

/** Renders a program that sees only the given variables. */
export function runProgram(engine: Engine, program: Program, variables: ReadonlyMap<string, Value>): string {
	const settings = { ...readSettings(engine, {}), globals: new Map<string, Value>() };
	const unit = compileProgram(program, { parts: engine.compiler, settings, autoescape: false, load: undefined });
	return renderUnit(engine, unit, settings, variables);
}

/** Returns the variables that every scope of an interpreter begins with. */
export function startingVariables(): Map<string, Value> {
	return new Map([[NAMESPACE.name, NAMESPACE]]);
}

/** Returns the undefined value of a variable that is not set. */
export function missingVariable(name: string): Undefined {
	return new Undefined("default", { name });
}
