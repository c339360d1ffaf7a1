import { hasBrand } from "../base/brand.ts";

/** The parts of a template's source that errors need. */
interface ErrorSource {
	readonly name: string | undefined;
	/** Returns the position of an offset: line and column counted from 1, and the line with a mark below it. */
	locate(offset: number): { readonly line: number; readonly column: number; readonly excerpt: string };
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
	/** The name of the template with the error, if it has one. */
	templateName?: string;
}

/** Base of all errors raised while rendering; itself thrown by `raise_exception`. */
export class TemplateError extends Error implements LocatedError {
	static readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.TemplateError");
	static override readonly [Symbol.hasInstance] = hasBrand;
	readonly isTemplateError = true;
	readonly kind: TemplateErrorKind = "raised";
	// Written out in each class, because minifiers rename classes.
	override readonly name: string = "TemplateError";
	declare line?: number;
	/** The same as `line`. */
	declare lineno?: number;
	declare column?: number;
	declare excerpt?: string;
	/** The name of the template with the error: the included or imported one, not the one that includes it. */
	declare templateName?: string;

	override toString(): string {
		return describe(this);
	}
}

/** The template cannot be parsed. Always has a position. */
export class TemplateSyntaxError extends SyntaxError implements LocatedError {
	static readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.TemplateSyntaxError");
	static override readonly [Symbol.hasInstance] = hasBrand;
	readonly isTemplateError = true;
	readonly kind = "syntax";
	override readonly name = "TemplateSyntaxError";
	// Declared only: `locateError` adds them.
	declare readonly line: number;
	/** The same as `line`. */
	declare readonly lineno: number;
	declare readonly column: number;
	declare readonly excerpt: string;
	/** The template's name, if it has one. */
	declare readonly templateName?: string;

	constructor(message: string, source: ErrorSource, offset: number) {
		super(message);
		locateError(this, source, offset);
	}

	override toString(): string {
		return describe(this);
	}
}

/** An operation failed: wrong operand types, wrong arguments, division by zero and the like. */
export class TemplateRuntimeError extends TemplateError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.TemplateRuntimeError");
	override readonly name: string = "TemplateRuntimeError";
	override readonly kind: TemplateErrorKind = "runtime";
}

/** An undefined value was used where a value is needed. */
export class UndefinedError extends TemplateRuntimeError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.UndefinedError");
	override readonly name = "UndefinedError";
	override readonly kind = "undefined";
}

/** The template tried to access something the sandbox hides. */
export class SecurityError extends TemplateRuntimeError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.SecurityError");
	override readonly name = "SecurityError";
	override readonly kind = "security";
}

/** A limit of the sandbox was exceeded. */
export class TemplateLimitError extends TemplateRuntimeError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.TemplateLimitError");
	override readonly name = "TemplateLimitError";
}

/** The loader has no template of that name. */
export class TemplateNotFound extends TemplateError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.TemplateNotFound");
	override readonly name = "TemplateNotFound";
	override readonly kind = "not_found";
}

/** Whether a thrown value is one of the engine's errors. */
export function isTemplateError(error: unknown): error is LocatedError {
	return error instanceof Error && "isTemplateError" in error && error.isTemplateError === true;
}

/**
 * Adds the position to an error of the engine or of a host function, unless an inner construct has already done so.
 *
 * @returns the error to throw
 */
export function locateError(error: unknown, source: ErrorSource, offset: number): unknown {
	if (!(error instanceof Error) || !Object.isExtensible(error)) return error;
	if ((error as { line?: unknown }).line !== undefined) return error;
	const { line, column, excerpt } = source.locate(offset);
	const name = source.name === undefined ? {} : { templateName: source.name };
	return Object.assign(error as Error, { line, lineno: line, column, excerpt, ...name });
}

/** Returns an error with the position of another one. */
function copyPlace<E extends TemplateError>(error: E, from: Error): E {
	const { line, lineno, column, excerpt, templateName } = from as Partial<LocatedError>;
	return line === undefined ? error : Object.assign(error, { line, lineno, column, excerpt, templateName });
}

/** Whether the JavaScript engine ran out of stack, string length or integer size; the message depends on the engine. */
export function isExhaustion(error: unknown): error is Error {
	return (
		error instanceof Error &&
		(error instanceof RangeError || error.name === "InternalError") &&
		/call stack|recursion|string length|array length|BigInt|allocation/i.test(error.message)
	);
}

/** Turns errors of the JavaScript engine's limits into template errors. */
export function explained(run: () => string): string {
	try {
		return run();
	} catch (error) {
		if (!isExhaustion(error)) throw error;
		throw copyPlace(new TemplateLimitError(`the template needs too much: ${error.message}`), error);
	}
}

function describe(error: LocatedError): string {
	const name = error.templateName === undefined ? "" : `${error.templateName}, `;
	const place = error.line === undefined ? "" : ` (${name}line ${error.line})`;
	return `${error.name}: ${error.message}${place}`;
}
