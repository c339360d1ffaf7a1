/** `modelhub/jinja/core`: the lean engine. */
import { CORE } from "./core-engine.ts";
import { compileOf, describeChatTemplateOf, parseOf, tokenizeOf, undeclaredVariablesOf } from "./engine-functions.ts";
import type { TemplateOptions } from "./settings.ts";
import {
	EngineEnvironment,
	EngineInterpreter,
	EngineTemplate,
	type Environment,
	type SharedParts,
	type TemplateEnvironmentOptions,
} from "./template.ts";

export * from "./exports.ts";

/** A template, parsed once and rendered any number of times. */
export class Template extends EngineTemplate {
	/**
	 * Parses the source. Unknown filters or tests are reported by `check` and `render`, so that such a template can still
	 * be formatted.
	 *
	 * @param shared parts shared by the templates of an environment
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	constructor(source: string, options: TemplateOptions = {}, shared?: SharedParts) {
		super(CORE, source, options, shared);
	}
}

/**
 * Options shared by many templates, with a cache: each source is compiled once, even if templates include, import or
 * extend each other.
 */
export class TemplateEnvironment extends EngineEnvironment<Template> {
	constructor(options: TemplateEnvironmentOptions = {}) {
		super(CORE, (source, own, shared) => new Template(source, own, shared), options);
	}
}

/** Runs syntax trees in an environment. */
export class Interpreter extends EngineInterpreter {
	constructor(environment?: Environment) {
		super(CORE, environment);
	}
}

/** Compiles a template into a function; shorthand for `Template`. */
export const compile = /* @__PURE__ */ compileOf(CORE);

/** Splits template source into tokens. */
export const tokenize = /* @__PURE__ */ tokenizeOf(CORE);

/** Builds the syntax tree of a template. */
export const parse = /* @__PURE__ */ parseOf(CORE);

/** Returns the names that a template reads from its context, in order of appearance. */
export const undeclaredVariables = /* @__PURE__ */ undeclaredVariablesOf(CORE);

/** Detects the features of a chat template by rendering small conversations. */
export const describeChatTemplate = /* @__PURE__ */ describeChatTemplateOf(CORE);
