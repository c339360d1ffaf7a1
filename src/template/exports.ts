/** Exports of both entry points: names that are the same in all engines. */
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
export type { TemplateContext } from "./render.ts";
export type { RenderedSpans } from "./render-async.ts";
export type { Policies } from "./runtime.ts";
export type { HostFunction, TemplateOptions } from "./settings.ts";
export type { Expression, Program, Statement } from "./syntax/ast.ts";
export type { LexerOptions } from "./syntax/grammar.ts";
export type { ErrorPlace } from "./syntax/source.ts";
export { Environment, type RenderOptions, type TemplateEnvironmentOptions } from "./template.ts";
export type { UndefinedMode } from "./values/undefined.ts";
export type { ChatTemplateDescription } from "./variables.ts";
