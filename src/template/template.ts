import { RecentMap } from "../base/memoize.ts";
import type { Unit } from "./compile/frame.ts";
import type { Engine } from "./engine.ts";
import { TemplateNotFound } from "./errors.ts";
import { createLoad } from "./loader.ts";
import {
	compileWith,
	missingVariable,
	parseSource,
	renderUnit,
	runProgram,
	startingVariables,
	type TemplateContext,
} from "./render.ts";
import type { RenderedSpans } from "./render-async.ts";
import type { Settings } from "./runtime.ts";
import { readSettings, type TemplateOptions, type Units } from "./settings.ts";
import type { Program } from "./syntax/ast.ts";
import type { Value } from "./values/value.ts";

/** Options of one render. */
export interface RenderOptions {
	/** Stops the render. A synchronous render checks it only at its start, since nothing can abort it meanwhile. */
	signal?: AbortSignal | undefined;
}

/** Parts shared by the templates of an environment. */
export interface SharedParts {
	readonly settings: Settings;
	readonly units: Units;
}

/** A template of an engine, parsed once and rendered any number of times. */
export class EngineTemplate {
	readonly #engine: Engine;
	readonly #read: () => Program;
	protected readonly settings: Settings;
	protected readonly unit: Unit;
	#parsed: Program | undefined;

	/**
	 * Parses the source. Unknown filters or tests are reported by `check` and `render`, so that such a template can still
	 * be formatted.
	 *
	 * @param shared parts shared by the templates of an environment
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	constructor(engine: Engine, source: string, options: TemplateOptions = {}, shared?: SharedParts) {
		this.#engine = engine;
		this.settings = shared?.settings ?? readSettings(engine, options);
		this.#read = () => parseSource(engine, source, options);
		this.unit = compileWith(engine, this.#read(), options, this.settings, shared?.units);
	}

	/** The syntax tree, parsed again on first use: it takes as much memory as the rest of a template. */
	get parsed(): Program {
		this.#parsed ??= this.#read();
		return this.#parsed;
	}

	/**
	 * Returns the text of the template for a context. Renders share no state.
	 *
	 * @throws TemplateError, or one of its subclasses; the reason of the signal if it is aborted already
	 */
	render(context: TemplateContext | undefined, options: RenderOptions & { readonly spans: true }): RenderedSpans;
	render(context?: TemplateContext, options?: RenderOptions): string;
	render(
		context: TemplateContext = {},
		{ signal, spans = false }: RenderOptions & { readonly spans?: boolean } = {},
	): string | RenderedSpans {
		signal?.throwIfAborted();
		return renderUnit(this.#engine, this.unit, this.settings, context, spans);
	}

	/**
	 * Checks for unknown filters and tests.
	 *
	 * @throws TemplateSyntaxError for the first one found, unless it is in a branch that may never be reached
	 */
	check(): void {
		if (this.unit.unknown) throw this.unit.unknown;
	}
}

export interface TemplateEnvironmentOptions extends TemplateOptions {
	/** Compiled templates that are kept, the ones used last. 0 keeps none, -1 all. Default 400. */
	cache_size?: number;
}

/**
 * Options shared by many templates, with a cache: each source is compiled once, even if templates include, import or
 * extend each other.
 */
export class EngineEnvironment<Template extends EngineTemplate> {
	readonly #make: (source: string, options: TemplateOptions, shared: SharedParts) => Template;
	readonly #options: TemplateOptions;
	readonly #shared: SharedParts;
	readonly #units: RecentMap<Unit>;
	readonly #named: RecentMap<Template>;
	readonly #unnamed: RecentMap<Template>;
	readonly #load: (name: string) => string | undefined;

	/** @param make makes a template of the engine */
	constructor(
		engine: Engine,
		make: (source: string, options: TemplateOptions, shared: SharedParts) => Template,
		{ cache_size = 400, ...options }: TemplateEnvironmentOptions,
	) {
		this.#make = make;
		const limit = cache_size < 0 ? Number.POSITIVE_INFINITY : cache_size;
		this.#options = options;
		this.#units = new RecentMap(limit);
		this.#named = new RecentMap(limit);
		this.#unnamed = new RecentMap(limit);
		this.#shared = { settings: readSettings(engine, options), units: this.#units };
		this.#load = createLoad(options.loader);
	}

	/**
	 * Returns the template of a source.
	 *
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	fromString(source: string): Template {
		return this.#unnamed.getOrMake(source, () => this.#make(source, this.#options, this.#shared));
	}

	/**
	 * Returns the template of a name, from the loader.
	 *
	 * @throws TemplateNotFound if the loader has none of that name; TemplateSyntaxError if its source cannot be read
	 */
	getTemplate(name: string): Template {
		return this.#named.getOrMake(name, () => {
			const source = this.#load(name);
			if (source === undefined) throw new TemplateNotFound(name);
			return this.#make(source, { ...this.#options, name }, this.#shared);
		});
	}

	/** Renders the template of a name. */
	render(name: string, context: TemplateContext = {}): string {
		return this.getTemplate(name).render(context);
	}

	/** Drops compiled templates, so that changed sources are read again: one name, or all. */
	clear(name?: string): void {
		if (name === undefined) for (const cache of [this.#units, this.#named, this.#unnamed]) cache.clear();
		else for (const cache of [this.#units, this.#named]) cache.delete(name);
	}
}

/** A scope of variables for using the interpreter directly. Has `namespace` and its declared variables. */
export class Environment {
	readonly parent: Environment | undefined;
	readonly #variables: Map<string, Value>;

	constructor(parent?: Environment) {
		this.parent = parent;
		this.#variables = startingVariables();
	}

	/**
	 * Declares a variable.
	 *
	 * @throws SyntaxError if this very scope has the name already
	 */
	set(name: string, value: unknown): Value {
		if (this.#variables.has(name)) throw new SyntaxError(`Variable already declared: ${name}`);
		return this.setVariable(name, value === undefined ? null : value);
	}

	/** Sets a variable, whether or not it exists. */
	setVariable(name: string, value: Value): Value {
		this.#variables.set(name, value);
		return value;
	}

	/** Returns the value of a variable of this scope or one around it; the undefined value if there is none. */
	lookupVariable(name: string): Value {
		const value = this.#variables.get(name);
		if (value !== undefined) return value;
		return this.parent ? this.parent.lookupVariable(name) : missingVariable(name);
	}

	/** Returns all visible variables; those of this scope win. */
	variables(): Map<string, Value> {
		return new Map([...(this.parent?.variables() ?? []), ...this.#variables]);
	}
}

/** Runs syntax trees in an environment. */
export class EngineInterpreter {
	readonly #engine: Engine;
	readonly environment: Environment;

	constructor(engine: Engine, environment: Environment = new Environment()) {
		this.#engine = engine;
		this.environment = environment;
	}

	/**
	 * Renders a program.
	 *
	 * @returns an object whose `value` is the text
	 * @throws TemplateSyntaxError, TemplateError
	 */
	run(program: Program): { type: "StringValue"; value: string } {
		return { type: "StringValue", value: runProgram(this.#engine, program, this.environment.variables()) };
	}
}
