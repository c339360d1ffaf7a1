import { Context, type Unit } from "./compile/frame.ts";
import { type TemplateOptions } from "./options.ts";
import { type Settings } from "./runtime.ts";
import { type Span, type SpanMarks } from "./spans.ts";
import type { Program } from "./syntax/ast.ts";
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
    readonly units: {
        get(name: string): Unit | undefined;
        set(name: string, unit: Unit): unknown;
    };
}
/** A template read once and rendered any number of times. */
export declare class Template {
    #private;
    /** The syntax tree. */
    readonly parsed: Program;
    /**
     * Reads the source. That it uses unknown filters or tests is reported by `check` and `render`, so that it can be
     * formatted all the same.
     *
     * @param shared what the templates of an environment have in common
     * @throws TemplateSyntaxError if the source cannot be read
     */
    constructor(source: string, options?: TemplateOptions, shared?: SharedParts);
    /**
     * Returns the text of the template for a context. Renders share no state.
     *
     * @throws TemplateError, or one of its subclasses; the reason of the signal if it is aborted already
     */
    render(context: TemplateContext | undefined, options: RenderOptions & {
        readonly spans: true;
    }): RenderedSpans;
    render(context?: TemplateContext, options?: RenderOptions): string;
    /**
     * Like `render`, but promises stand for what they resolve to: values of the context at any depth, results of filters,
     * tests and globals, sources of the loader. Functions of the host are called once; getters may be read more often.
     *
     * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
     */
    renderAsync(context?: TemplateContext, options?: RenderOptions): Promise<string>;
    /**
     * Like `renderAsync`, but yields the text piece by piece: the part that is final whenever the render waits for
     * something.
     *
     * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
     */
    stream(context?: TemplateContext, { signal }?: RenderOptions): AsyncGenerator<string, void, undefined>;
    /**
     * Looks for filters and tests that do not exist.
     *
     * @throws TemplateSyntaxError for the first one found, unless it is in a branch that may never be reached
     */
    check(): void;
    /**
     * Returns the source in a uniform layout, which renders the same text.
     *
     * @param options `indent`: spaces of one level, or its text; default: a tab
     */
    format({ indent }?: {
        indent?: number | string;
    }): string;
}
/** Compiles a template into a function; shorthand for `Template`. */
export declare function compile(source: string, options?: TemplateOptions): (context?: TemplateContext) => string;
/** Reads a template as `Template` does. */
export declare function parseSource(source: string, options: TemplateOptions): Program;
/** Renders a compiled template. */
export declare function renderUnit(unit: Unit, context: Context, settings: Settings, marks?: SpanMarks): string;
