import type { ErrorCode } from "./catalogue.ts";

/** The command line cannot be understood or carried out as given. */
export class UsageError extends Error {
	readonly hint: string | undefined;
	readonly code: ErrorCode;

	/**
	 * @param message what is wrong
	 * @param hint what to do about it
	 * @param code what kind of error it is; see `catalogue.ts`
	 */
	constructor(message: string, hint?: string, code: ErrorCode = "usage") {
		super(message);
		this.name = "UsageError";
		this.hint = hint;
		this.code = code;
	}
}

/** A template cannot be read or rendered. */
export class TemplateFileError extends Error {
	/** The offending line with the place marked; absent where there is none. */
	readonly excerpt: string | undefined;

	constructor(message: string, excerpt: string | undefined) {
		super(message);
		this.name = "TemplateError";
		this.excerpt = excerpt;
	}
}
