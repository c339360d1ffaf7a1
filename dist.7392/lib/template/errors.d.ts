/** The source of a template, as far as errors need it. */
interface Source {
    readonly name: string | undefined;
    /** Returns the place of an offset: line and column counted from 1, and the line with a mark below it. */
    locate(offset: number): {
        readonly line: number;
        readonly column: number;
        readonly excerpt: string;
    };
}
/** Kind of error: raised by the template itself, in its syntax, or while rendering. */
export type TemplateErrorKind = "raised" | "syntax" | "runtime" | "undefined" | "security" | "not_found";
/** Fields of all errors of the engine, whatever class they extend. */
export interface LocatedError extends Error {
    readonly isTemplateError: true;
    readonly kind: TemplateErrorKind;
    line?: number;
    lineno?: number;
    column?: number;
    excerpt?: string;
    /** The name of the template the place is in, where it has one. */
    templateName?: string;
}
/** Base of all errors raised while rendering; itself thrown by `raise_exception`. */
export declare class TemplateError extends Error implements LocatedError {
    readonly isTemplateError = true;
    readonly kind: TemplateErrorKind;
    line?: number;
    /** The same as `line`. */
    lineno?: number;
    column?: number;
    excerpt?: string;
    /** The name of the template the place is in: of the one included or imported, not of the one that asks for it. */
    templateName?: string;
    constructor(message: string, kind?: TemplateErrorKind);
    toString(): string;
}
/** The template cannot be read. Always carries a place. */
export declare class TemplateSyntaxError extends SyntaxError implements LocatedError {
    readonly isTemplateError = true;
    readonly kind = "syntax";
    readonly line: number;
    /** The same as `line`. */
    readonly lineno: number;
    readonly column: number;
    readonly excerpt: string;
    /** The template's name, where it has one. */
    readonly templateName?: string;
    constructor(message: string, source: Source, offset: number);
    toString(): string;
}
/** An operation failed: wrong operand types, wrong arguments, division by zero and the like. */
export declare class TemplateRuntimeError extends TemplateError {
    constructor(message: string, kind?: TemplateErrorKind);
}
/** Something undefined was used where a value is needed. */
export declare class UndefinedError extends TemplateRuntimeError {
    constructor(message: string);
}
/** The template tried to reach what the sandbox keeps from it. */
export declare class SecurityError extends TemplateRuntimeError {
    constructor(message: string);
}
/** A limit of the sandbox was exceeded. */
export declare class TemplateLimitError extends TemplateRuntimeError {
}
/** The loader knows no template of that name. */
export declare class TemplateNotFound extends TemplateError {
    constructor(message: string);
}
/** Whether a thrown value is one of the engine's errors. */
export declare function isTemplateError(error: unknown): error is LocatedError;
/**
 * Adds the position to an error of the engine or of a host function, unless an inner construct has already done so.
 *
 * @returns the error to throw
 */
export declare function locateError(error: unknown, source: Source, offset: number): unknown;
/** Returns an error with the place of another one. */
export declare function copyPlace<E extends TemplateError>(error: E, from: Error): E;
/** Whether the JavaScript engine ran out of stack, string length or integer size; each engine words it differently. */
export declare function isExhaustion(error: unknown): error is Error;
export {};
