import type { Unit } from "./compile/frame.ts";
import { wantsContext } from "./host-context.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import type { BuiltinLibrary, Policies, ReferenceBehavior, Runtime, Settings } from "./runtime.ts";
import type { LexerOptions } from "./syntax/grammar.ts";
import { callOnce } from "./values/adopt.ts";
import { type Builtin, type BuiltinTable, callHost } from "./values/callable.ts";
import { toText } from "./values/text.ts";
import type { UndefinedMode } from "./values/undefined.ts";
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

/** Compiled templates by name. */
export interface Units {
	get(name: string): Unit | undefined;
	set(name: string, unit: Unit): unknown;
}

/** Parts of an engine that only some options use. */
export interface SettingParts {
	/** `compat: "reference"` */
	reference(): ReferenceBehavior;
	/** The filter `tojson` of `html_tojson` and `policies`. */
	tojson(options: TemplateOptions): Builtin<Runtime>;
	/** Adds filters or tests of the host to those of the engine. */
	withHost(builtins: BuiltinTable<Runtime>, functions: Readonly<Record<string, HostFunction>>): BuiltinTable<Runtime>;
}

/** The parts of an engine that settings are made of. */
interface Parts {
	readonly library: BuiltinLibrary;
	readonly settings: SettingParts;
}

/**
 * Fills in the defaults.
 *
 * @throws TemplateRuntimeError for an option that the engine lacks
 */
export function readSettings(engine: Parts, options: TemplateOptions): Settings {
	const { now } = options;
	const reference = options.compat === "reference" ? engine.settings.reference() : undefined;
	const filters = withJson(engine, options);
	return {
		library: engine.library,
		undefinedMode: options.undefined ?? (reference ? "chainable" : "default"),
		filters: withHost(engine, reference?.likeReference(filters) ?? filters, options.filters),
		tests: withHost(engine, engine.library.tests, options.tests),
		globals: options.globals
			? new Map([...engine.library.globals, ...Object.entries(options.globals)])
			: engine.library.globals,
		limits: { ...DEFAULT_LIMITS, ...options.limits },
		now: () => callOnce(() => (typeof now === "function" ? now() : (now ?? new Date()))) as Date,
		random: () => callOnce(options.random ?? Math.random) as number,
		reference,
		print: reference?.printLikeReference ?? toText,
		finalize: options.finalize && finalizer(options.finalize),
		policies: options.policies ?? {},
		hasContextual: [options.filters, options.tests].some((named) => named && Object.values(named).some(wantsContext)),
	};
}

function withJson({ library: { filters }, settings }: Parts, options: TemplateOptions): BuiltinTable<Runtime> {
	if (!options.html_tojson && !options.policies) return filters;
	const tojson = settings.tojson(options);
	return { get: (name) => (name === "tojson" ? tojson : filters.get(name)), has: (name) => filters.has(name) };
}

function withHost(
	{ settings }: Parts,
	builtins: BuiltinTable<Runtime>,
	functions: TemplateOptions["filters"],
): BuiltinTable<Runtime> {
	return functions ? settings.withHost(builtins, functions) : builtins;
}

/** Makes a function of the host that changes values before they are written. */
function finalizer(finalize: (value: never) => unknown): (value: Value) => Value {
	// Callables are never called by printing them.
	const noCall = (): Value => null;
	return (value) => callHost(finalize, [value], undefined, noCall);
}
