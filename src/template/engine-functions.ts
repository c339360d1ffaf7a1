import type { Engine } from "./engine.ts";
import type { TemplateContext } from "./render.ts";
import type { TemplateOptions } from "./settings.ts";
import type { Program } from "./syntax/ast.ts";
import type { LexerOptions } from "./syntax/grammar.ts";
import { tokenizeWith } from "./syntax/lexer.ts";
import { parseWith } from "./syntax/parser.ts";
import type { Token } from "./syntax/tokens.ts";
import { EngineTemplate } from "./template.ts";
import { type ChatTemplateDescription, describeWith, undeclaredWith } from "./variables.ts";

/** Functions that an entry point exports for its engine. */
interface EngineFunctions {
	/** Compiles a template into a function; shorthand for `Template`. */
	compile(source: string, options?: TemplateOptions): (context?: TemplateContext) => string;
	/**
	 * Splits template source into tokens.
	 *
	 * @throws TemplateSyntaxError for unknown characters and for strings, comments, raw blocks and tags without an end
	 */
	tokenize(source: string, options?: LexerOptions): Token[];
	/**
	 * Builds the syntax tree of a template. Any expression is accepted as the target of an assignment;
	 * `Template` and `Interpreter` are stricter.
	 *
	 * @throws TemplateSyntaxError
	 */
	parse(tokens: readonly Token[]): Program;
	/**
	 * Returns the names that a template reads from its context, in order of appearance.
	 *
	 * @param source the template
	 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
	 * @throws TemplateSyntaxError
	 */
	undeclaredVariables(source: string, options?: TemplateOptions & { nested?: boolean }): string[];
	/**
	 * Detects the features of a chat template by rendering small conversations, under the limits for untrusted templates.
	 *
	 * @throws TemplateSyntaxError if the template cannot be read
	 */
	describeChatTemplate(source: string): ChatTemplateDescription;
}

// One function for each, so that a bundle contains only those that it uses.

/** Returns `compile` of an engine. */
export function compileOf(engine: Engine): EngineFunctions["compile"] {
	return (source, options = {}) => {
		const template = new EngineTemplate(engine, source, options);
		return (context) => template.render(context);
	};
}

/** Returns `tokenize` of an engine. */
export function tokenizeOf(engine: Engine): EngineFunctions["tokenize"] {
	return (source, options = {}) => tokenizeWith(engine.syntax, source, options);
}

/** Returns `parse` of an engine. */
export function parseOf(engine: Engine): EngineFunctions["parse"] {
	return (tokens) => parseWith(engine.syntax, tokens);
}

/** Returns `undeclaredVariables` of an engine. */
export function undeclaredVariablesOf(engine: Engine): EngineFunctions["undeclaredVariables"] {
	return (source, options) => undeclaredWith(engine, source, options);
}

/** Returns `describeChatTemplate` of an engine. */
export function describeChatTemplateOf(engine: Engine): EngineFunctions["describeChatTemplate"] {
	return (source) => describeWith(engine, source);
}
