import { FILTERS, GLOBALS, NAMESPACE, safeFilters, TESTS } from "./builtins/tables.ts";
import { compileProgram } from "./compile/compile.ts";
import { Context, runUnit, type Unit } from "./compile/frame.ts";
import { explained } from "./errors.ts";
import { wantsContext } from "./host-context.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { Part } from "./parts.ts";
import type { findSpans, RenderedSpans, renderInPieces, SpanMarks } from "./render-async.ts";
import { ESCAPING, type Policies, type Reference, Runtime, type Settings } from "./runtime.ts";
import type { Program } from "./syntax/ast.ts";
import type { LexerOptions } from "./syntax/grammar.ts";
import { scan } from "./syntax/lexer.ts";
import { parseTokens } from "./syntax/parser.ts";
import { callOnce } from "./values/adopt.ts";
import type { BuiltinTable } from "./values/callable.ts";
import { metered } from "./values/meter.ts";
import { LONG_TEXTS } from "./values/search-text.ts";
import { toText } from "./values/text.ts";
import { Undefined, type UndefinedMode } from "./values/undefined.ts";
import type { Value } from "./values/value.ts";

/** A function of the host that templates may use; keyword arguments arrive as one plain object at the end. */
export type HostFunction = (...args: never[]) => unknown;

/** How a template is parsed and rendered. All parts are optional; names follow Jinja2 where possible. */
export interface TemplateOptions extends LexerOptions {
	/** Remove the first line break after a block tag or comment. Default true. */
	trim_blocks?: boolean;
	/** Remove the spaces before a block tag or comment that comes first on its line. Default true. */
	lstrip_blocks?: boolean;
	/** Escape printed values for HTML: yes or no, or a function of the template's name. Default false. */
	autoescape?: boolean | ((name: string | undefined) => boolean);
	/** Behavior of undefined values. Default `"default"`. */
	undefined?: UndefinedMode;
	/** `"loopcontrols"`: `break` and `continue`; `"do"`: the statement of that name. Default `["loopcontrols"]`. */
	extensions?: readonly string[];
	/** Further filters; the same name replaces a built-in. The operand is the first argument. */
	filters?: Readonly<Record<string, HostFunction>>;
	/** Further tests, by the same rules. */
	tests?: Readonly<Record<string, HostFunction>>;
	/** Further names visible to templates; those of the context win. */
	globals?: Readonly<Record<string, unknown>>;
	/** Sources of other templates by name, for `extends`, `include` and `import`. */
	loader?: Readonly<Record<string, string>> | ((name: string) => string | undefined | Promise<string | undefined>);
	/** The time `strftime_now` formats. Default: the present. */
	now?: Date | (() => Date);
	/** Source of numbers from 0 to below 1. Default `Math.random`. */
	random?: () => number;
	/** Make `tojson` safe for HTML, as Jinja2's own is. Default false. */
	html_tojson?: boolean;
	/** Follow the reference client's engine where it differs from Jinja2. */
	compat?: "reference";
	/**
	 * Changes every value before `{{ … }}` writes it: its result is printed, or escaped. Undefined values arrive as
	 * undefined.
	 */
	finalize?: (value: never) => unknown;
	/** Defaults of filters, by Jinja2's names. */
	policies?: Policies;
	/** Limits of a render. */
	limits?: Limits;
}

/** The behavior of `compat: "reference"`. */
export const REFERENCE = new Part<Reference>('compat: "reference"');

/** Fills in the defaults. */
export function readSettings(options: TemplateOptions): Settings {
	if (Object.keys(options).length > 0) return makeSettings(options);
	defaults ??= makeSettings({});
	return defaults;
}

/** The settings of all templates without options. */
let defaults: Settings | undefined;

function makeSettings(options: TemplateOptions): Settings {
	const { now } = options;
	const reference = options.compat === "reference" ? REFERENCE.require() : undefined;
	const builtins = options.html_tojson ? safeFilters() : FILTERS;
	return {
		undefinedMode: options.undefined ?? (reference ? "chainable" : "default"),
		filters: withHost(reference?.likeReference(builtins) ?? builtins, options.filters),
		tests: withHost(TESTS, options.tests),
		globals: options.globals ? new Map([...GLOBALS, ...Object.entries(options.globals)]) : GLOBALS,
		limits: { ...DEFAULT_LIMITS, ...options.limits },
		now: () => callOnce(() => (typeof now === "function" ? now() : (now ?? new Date()))) as Date,
		random: () => callOnce(options.random ?? Math.random) as number,
		reference,
		print: reference?.printLikeReference ?? toText,
		finalize: options.finalize && ESCAPING.require().finalizer(options.finalize),
		policies: options.policies ?? {},
		hasPolicies: options.policies !== undefined,
		hasContextual: [options.filters, options.tests].some((named) => named && Object.values(named).some(wantsContext)),
	};
}

/** Filters and tests of the host, in the full engine. */
export const HOST_FUNCTIONS = new Part<
	(builtins: BuiltinTable<Runtime>, functions: Readonly<Record<string, HostFunction>>) => BuiltinTable<Runtime>
>("the option `filters` or `tests`");

function withHost(builtins: BuiltinTable<Runtime>, functions: TemplateOptions["filters"]): BuiltinTable<Runtime> {
	return functions ? HOST_FUNCTIONS.require()(builtins, functions) : builtins;
}

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
export function compileWith(program: Program, options: TemplateOptions, settings: Settings, units?: Units): Unit {
	return compileNamed(program, options, options.name, settings, LOAD_UNITS.content?.(options, settings, units));
}

/** Loads other templates, in the full engine. Only its tags need them. */
export const LOAD_UNITS = new Part<
	(
		options: TemplateOptions,
		settings: Settings,
		units: Units | undefined,
	) => ((name: string) => Unit | undefined) | undefined
>("the option `loader`");

/** @param load finds other templates */
export function compileNamed(
	program: Program,
	{ autoescape = false }: TemplateOptions,
	name: string | undefined,
	settings: Settings,
	load: ((name: string) => Unit | undefined) | undefined,
): Unit {
	const escapes = typeof autoescape === "function" ? autoescape(name) : autoescape;
	if (escapes) ESCAPING.require();
	return compileProgram(program, { settings, autoescape: escapes, load });
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
		const meter =
			max_steps === undefined && max_time === undefined ? undefined : new (LONG_TEXTS.require().Meter)(settings.limits);
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
	return RENDER_IN_PIECES.require()(unit, settings, context, signal);
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
