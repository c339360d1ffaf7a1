import type { Unit } from "./compile/frame.ts";
import { compileWith, parseSource, renderUnit, streamUnit, type TemplateContext, type Units } from "./engine.ts";
import { formatProgram } from "./format.ts";
import { readSettings, type TemplateOptions } from "./options.ts";
import type { Settings } from "./runtime.ts";
import type { RenderedSpans } from "./spans.ts";
import type { Program } from "./syntax/ast.ts";

/** How one render differs from others of the same template. */
export interface RenderOptions {
	/** Stops the render. A synchronous one looks at it before it begins: nothing can abort it meanwhile. */
	signal?: AbortSignal | undefined;
}

/** What the templates of an environment have in common. */
export interface SharedParts {
	readonly settings: Settings;
	readonly units: Units;
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
		return renderUnit(this.#unit, this.#settings, context, spans);
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
		return streamUnit(this.#unit, this.#settings, context, signal);
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
