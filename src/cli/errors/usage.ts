import { closestWord } from "../../catalogue/closest-word.ts";
import type { ErrorCode } from "./error-codes.ts";

/** The command line is invalid or cannot be executed. */
export class UsageError extends Error {
	/** What to do about it. */
	readonly hint: string | undefined;
	readonly code: ErrorCode;
	/** The offending line, and a second one with a mark below the position; absent if there is none. */
	readonly excerpt: string | undefined;

	constructor(message: string, hint?: string, code: ErrorCode = "usage", excerpt?: string) {
		super(message);
		this.name = "UsageError";
		this.hint = hint;
		this.code = code;
		this.excerpt = excerpt;
	}
}

const ofCode =
	(code: ErrorCode) =>
	(message: string, hint?: string): UsageError =>
		new UsageError(message, hint, code);

/** Usage errors of the most frequent kinds. */
export const alreadyExists = ofCode("already-exists");
export const badFile = ofCode("file");
export const binaryOutput = ofCode("binary-output");
export const conflict = ofCode("option-conflict");
export const inapplicable = ofCode("option-inapplicable");
export const invalidConfig = ofCode("invalid-config");
export const invalidFile = ofCode("invalid-file");
export const invalidInput = ofCode("invalid-input");
export const missingModel = ofCode("no-model");
export const noChat = ofCode("no-chat");
export const noInput = ofCode("no-input");
export const noSnippet = ofCode("no-snippet");
export const noTerminal = ofCode("no-terminal");
export const notAllowed = ofCode("tool-not-allowed");
export const unknownName = ofCode("unknown-name");
export const unsuited = ofCode("provider-unsuited");
export const wrongValue = ofCode("option-value");

export function optionConflict(one: string, other: string, hint?: string): UsageError {
	return conflict(`${one} and ${other} cannot be combined.`, hint);
}

export class TemplateFileError extends UsageError {
	constructor(message: string, excerpt?: string) {
		super(message, undefined, "template", excerpt);
		this.name = "TemplateError";
	}
}

export function isCommanderError(error: unknown): error is Error & { exitCode: number; code: string } {
	return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

/** A command that needs the user's identity was run without a token. */
export class NoTokenError extends Error {
	constructor() {
		super("There is no token: you are not logged in.");
		this.name = "NoTokenError";
	}
}

/**
 * The error for an unknown word: it suggests the closest known word, else contains a hint.
 * @param known words, or words with their suggestions
 */
export function unknownWord(
	kind: string,
	word: string,
	known: readonly string[] | Map<string, string>,
	otherwise: string,
): UsageError {
	const suggestions = known instanceof Map ? known : new Map(known.map((name) => [name, name]));
	const guess =
		closestWord(word, suggestions.keys()) ??
		// text2image
		closestWord(word.replace(/(?<=[a-z])2(?=[a-z])/gi, "-to-"), suggestions.keys());
	return new UsageError(
		`Unknown ${kind} "${word}".`,
		guess === undefined ? otherwise : `Did you mean ${suggestions.get(guess)}?`,
		"unknown-name",
	);
}
