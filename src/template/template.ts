import { compileProgram } from "./compile/compile.ts";
import { Context, runUnit, type Unit } from "./compile/frame.ts";
import { copyPlace, isExhaustion, TemplateLimitError, TemplateRuntimeError } from "./errors.ts";
import { formatProgram } from "./format.ts";
import { createLoad, readSettings, type TemplateOptions } from "./options.ts";
import { type Attempt, renderInPieces } from "./render-async.ts";
import { Runtime, type Settings } from "./runtime.ts";
import {
	alignSpans,
	createMarks,
	type GenerationBlock,
	locateBlocks,
	readMarks,
	type Span,
	type SpanMarks,
} from "./spans.ts";
import type { Program } from "./syntax/ast.ts";
import { scan } from "./syntax/lexer.ts";
import { parseTokens } from "./syntax/parser.ts";
import { Meter, metered } from "./values/meter.ts";

/** The names and values a template is rendered with: a plain object, or a Map to keep any order of keys. */
export type TemplateContext = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** How one render differs from others of the same template. */
export interface RenderOptions {
	/** Stops the render. A synchronous one looks at it before it begins: nothing can abort it meanwhile. */
	signal?: AbortSignal | undefined;
}

/** A text with the positions of its `{% generation %}` blocks, in UTF-16 units: the assistant's own words. */
export interface RenderedSpans {
	readonly text: string;
	readonly spans: Span[];
}

/** What the templates of an environment have in common. */
export interface SharedParts {
	readonly settings: Settings;
	/** Compiled templates by name. */
	readonly units: { get(name: string): Unit | undefined; set(name: string, unit: Unit): unknown };
}

/** A template read once and rendered any number of times. */
export class Template {
	readonly #read: () => Program;
	readonly #settings: Settings;
	readonly #unit: Unit;
	#parsed: Program | undefined;

	/**
	 * Reads the source. That it uses unknown filters or tests is reported by `check` and `render`, so that it can be
	 * formatted all the same.
	 *
	 * @param shared what the templates of an environment have in common
	 * @throws TemplateSyntaxError if the source cannot be read
	 */
	constructor(source: string, options: TemplateOptions = {}, shared?: SharedParts) {
		this.#settings = shared?.settings ?? readSettings(options);
		this.#read = () => parseSource(source, options);
		this.#unit = compileWith(this.#read(), options, this.#settings, shared?.units);
	}

	/** The syntax tree, read again when it is first asked for: it takes as much memory as the rest of a template. */
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
		const renderWith = (marks?: SpanMarks): string =>
			renderUnit(this.#unit, new Context(context, this.#settings.globals), this.#settings, marks);
		return spans ? findSpans(renderWith) : renderWith();
	}

	/**
	 * Like `render`, but promises stand for what they resolve to: values of the context at any depth, results of filters,
	 * tests and globals, sources of the loader. Functions of the host are called once; getters may be read more often.
	 *
	 * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
	 */
	async renderAsync(context: TemplateContext = {}, options: RenderOptions = {}): Promise<string> {
		let text = "";
		for await (const piece of this.stream(context, options)) text += piece;
		return text;
	}

	/**
	 * Like `renderAsync`, but yields the text piece by piece: the part that is final whenever the render waits for
	 * something.
	 *
	 * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
	 */
	stream(context: TemplateContext = {}, { signal }: RenderOptions = {}): AsyncGenerator<string, void, undefined> {
		const settings = this.#settings;
		const unit = this.#unit;
		const begin = (): Attempt => {
			const runtime = new Runtime(settings, unit.autoescape);
			return {
				run: () => explained(() => runUnit(unit, new Context(context, settings.globals), runtime, true).out),
				written: () => runtime.top.map(({ out, extended }) => extended?.before ?? out).join(""),
			};
		};
		return renderInPieces(begin, settings.limits, signal);
	}

	/**
	 * Looks for filters and tests that do not exist.
	 *
	 * @throws TemplateSyntaxError for the first one found, unless it is in a branch that may never be reached
	 */
	check(): void {
		if (this.#unit.unknown) throw this.#unit.unknown;
	}

	/**
	 * Returns the source in a uniform layout, which renders the same text.
	 *
	 * @param options `indent`: spaces of one level, or its text; default: a tab
	 */
	format({ indent = "\t" }: { indent?: number | string } = {}): string {
		return formatProgram(this.parsed, indent, this.#unit.autoescape);
	}
}

/** Compiles a template into a function; shorthand for `Template`. */
export function compile(source: string, options: TemplateOptions = {}): (context?: TemplateContext) => string {
	const template = new Template(source, options);
	return (context) => template.render(context);
}

/** Reads a template as `Template` does. */
export function parseSource(source: string, options: TemplateOptions): Program {
	const { tokens, source: text } = scan(source, { trim_blocks: true, lstrip_blocks: true, ...options });
	return parseTokens(tokens, text, options);
}

function compileWith(
	program: Program,
	options: TemplateOptions,
	settings: Settings,
	cache: SharedParts["units"] | undefined,
): Unit {
	const { autoescape = false, loader } = options;
	const units: SharedParts["units"] = cache ?? new Map<string, Unit>();
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

/** Renders with marks, and takes them out again; where code looked at the marks, the texts are looked for instead. */
function findSpans(renderWith: (marks?: SpanMarks) => string): RenderedSpans {
	const marks = createMarks();
	const found = readMarks(renderWith(marks), marks);
	if (found && !marks.areExposed) return found;
	const blocks: GenerationBlock[] = [];
	const text = renderWith({ ...marks, blocks });
	const spans = (found && alignSpans(found, text)) ?? locateBlocks(text, blocks);
	if (spans) return { text, spans };
	throw new TemplateRuntimeError(
		"the spans are not known: the template changes the text of a generation block after it was written",
	);
}

/** Renders a compiled template. */
export function renderUnit(unit: Unit, context: Context, settings: Settings, marks?: SpanMarks): string {
	const { max_steps, max_time } = settings.limits;
	const meter = max_steps === undefined && max_time === undefined ? undefined : new Meter(settings.limits);
	const runtime = new Runtime(settings, unit.autoescape);
	runtime.marks = marks;
	const run = (): string => runUnit(unit, context, runtime, true).out;
	return explained(() => metered(meter, run));
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
