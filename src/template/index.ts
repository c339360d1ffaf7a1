/** `modelhub/jinja`: the whole engine. */

import { compileOf, describeChatTemplateOf, parseOf, tokenizeOf, undeclaredVariablesOf } from "./engine-functions.ts";
import { formatProgram } from "./format.ts";
import type { TemplateContext } from "./render.ts";
import { renderInPieces } from "./render-async.ts";
import type { TemplateOptions } from "./settings.ts";
import {
	EngineEnvironment,
	EngineInterpreter,
	EngineTemplate,
	type Environment,
	type RenderOptions,
	type SharedParts,
	type TemplateEnvironmentOptions,
} from "./template.ts";
import { WHOLE } from "./whole-engine.ts";

export * from "./exports.ts";

/** A template, parsed once and rendered any number of times. */
export class Template extends EngineTemplate {
	/**
	 * Parses the source. Unknown filters or tests are reported by `check` and `render`, so that such a template can still
	 * be formatted.
	 *
	 * @param source the template
	 * @param shared parts shared by the templates of an environment
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	constructor(source: string, options: TemplateOptions = {}, shared?: SharedParts) {
		super(WHOLE, source, options, shared);
	}

	/**
	 * Like `render`, but promises are replaced by their results: values of the context at any depth, results of filters, tests
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
		return renderInPieces(this.unit, this.settings, context, signal);
	}

	/**
	 * Returns the source in a uniform layout, which renders the same text.
	 *
	 * @param options `indent`: spaces of one level, or its text; default: a tab
	 */
	format({ indent = "\t" }: { indent?: number | string } = {}): string {
		return formatProgram(this.parsed, indent, this.unit.autoescape);
	}
}

/**
 * Options shared by many templates, with a cache: each source is compiled once, even if templates include, import or
 * extend each other.
 */
export class TemplateEnvironment extends EngineEnvironment<Template> {
	constructor(options: TemplateEnvironmentOptions = {}) {
		super(WHOLE, (source, own, shared) => new Template(source, own, shared), options);
	}
}

/** Runs syntax trees in an environment. */
export class Interpreter extends EngineInterpreter {
	constructor(environment?: Environment) {
		super(WHOLE, environment);
	}
}

/** Compiles a template into a function; shorthand for `Template`. */
export const compile = /* @__PURE__ */ compileOf(WHOLE);

/** Splits template source into tokens. */
export const tokenize = /* @__PURE__ */ tokenizeOf(WHOLE);

/** Builds the syntax tree of a template. */
export const parse = /* @__PURE__ */ parseOf(WHOLE);

/** Returns the names that a template reads from its context, in order of appearance. */
export const undeclaredVariables = /* @__PURE__ */ undeclaredVariablesOf(WHOLE);

/** Detects the features of a chat template by rendering small conversations. */
export const describeChatTemplate = /* @__PURE__ */ describeChatTemplateOf(WHOLE);
