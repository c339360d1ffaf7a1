/** `modelhub/jinja/core`: the lean engine. */
import { CORE } from "./core-engine.ts";
import type { TemplateContext } from "./render.ts";
import type { TemplateOptions } from "./settings.ts";
import type { Program } from "./syntax/ast.ts";
import type { LexerOptions } from "./syntax/grammar.ts";
import { tokenizeWith } from "./syntax/lexer.ts";
import { parseWith } from "./syntax/parser.ts";
import type { Token } from "./syntax/tokens.ts";
import {
	EngineEnvironment,
	EngineInterpreter,
	EngineTemplate,
	type Environment,
	type SharedParts,
	type TemplateEnvironmentOptions,
} from "./template.ts";
import { type ChatTemplateDescription, describeWith, undeclaredWith } from "./variables.ts";

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

/** Compiles a template into a function; shorthand for `Template`. */
export function compile(source: string, options: TemplateOptions = {}): (context?: TemplateContext) => string {
	const template = new Template(source, options);
	return (context) => template.render(context);
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

/**
 * Splits template source into tokens.
 *
 * @throws TemplateSyntaxError for unknown characters and for strings, comments, raw blocks and tags without an end
 */
export function tokenize(source: string, options: LexerOptions = {}): Token[] {
	return tokenizeWith(CORE.syntax, source, options);
}

/**
 * Builds the syntax tree of a template. Any expression is accepted as the target of an assignment;
 * `Template` and `Interpreter` are stricter.
 *
 * @throws TemplateSyntaxError
 */
export function parse(tokens: readonly Token[]): Program {
	return parseWith(CORE.syntax, tokens);
}

/**
 * Returns the names that a template reads from its context, in order of appearance.
 *
 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
 * @throws TemplateSyntaxError
 */
export function undeclaredVariables(source: string, options: TemplateOptions & { nested?: boolean } = {}): string[] {
	return undeclaredWith(CORE, source, options);
}

/**
 * Finds out what a chat template supports by rendering small conversations, under the limits for untrusted templates.
 *
 * @throws TemplateSyntaxError if the template cannot be read
 */
export function describeChatTemplate(source: string): ChatTemplateDescription {
	return describeWith(CORE, source);
}
