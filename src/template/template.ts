import type { Unit } from "./compile/frame.ts";
import { compileWith, parseSource, renderUnit, streamUnit, type TemplateContext, type Units } from "./engine.ts";
import { formatProgram } from "./format.ts";
import { readSettings, type TemplateOptions } from "./options.ts";
import type { Settings } from "./runtime.ts";
import type { RenderedSpans } from "./spans.ts";
import type { Program } from "./syntax/ast.ts";

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

/** A template that is parsed once and rendered any number of times. */
export class Template {
	readonly #read: () => Program;
	readonly #settings: Settings;
	readonly #unit: Unit;
	#parsed: Program | undefined;

	/**
	 * Parses the source. Unknown filters or tests are reported by `check` and `render`, so that such a template can still
	 * be formatted.
	 *
	 * @param shared parts shared by the templates of an environment
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	constructor(source: string, options: TemplateOptions = {}, shared?: SharedParts) {
		this.#settings = shared?.settings ?? readSettings(options);
		this.#read = () => parseSource(source, options);
		this.#unit = compileWith(this.#read(), options, this.#settings, shared?.units);
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
		return renderUnit(this.#unit, this.#settings, context, spans);
	}

	/**
	 * Like `render`, but promises stand for their results: values of the context at any depth, results of filters, tests
	 * and globals, sources of the loader. Functions of the host are called once; getters may be read more often.
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
		return streamUnit(this.#unit, this.#settings, context, signal);
	}

	/**
	 * Checks for unknown filters and tests.
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
