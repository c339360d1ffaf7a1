export type { HostFunction, TemplateContext, TemplateOptions } from "./engine.ts";
export {
	isTemplateError,
	type LocatedError,
	SecurityError,
	TemplateError,
	type TemplateErrorKind,
	TemplateLimitError,
	TemplateNotFound,
	TemplateRuntimeError,
	TemplateSyntaxError,
	UndefinedError,
} from "./errors.ts";
export { formatProgram as format } from "./format.ts";
export { type ContextFunction, type HostContext, passContext } from "./host-context.ts";
export { type Limits, untrustedLimits } from "./limits.ts";
export { parseJson } from "./parse-json.ts";
export type { RenderedSpans } from "./render-async.ts";
export type { Policies } from "./runtime.ts";
export { splitSpecialTokens, type TextPart } from "./special-tokens.ts";
export type { Expression, Program, Statement } from "./syntax/ast.ts";
export type { LexerOptions } from "./syntax/grammar.ts";
export { tokenize } from "./syntax/lexer.ts";
export { parse } from "./syntax/parser.ts";
export type { ErrorPlace } from "./syntax/source.ts";
export { Token, type TokenType } from "./syntax/tokens.ts";
export {
	compile,
	Environment,
	Interpreter,
	type RenderOptions,
	Template,
	TemplateEnvironment,
	type TemplateEnvironmentOptions,
} from "./template.ts";
export type { UndefinedMode } from "./values/undefined.ts";
export { float } from "./values/value.ts";
export { type ChatTemplateDescription, describeChatTemplate, undeclaredVariables } from "./variables.ts";
