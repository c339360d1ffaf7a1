import table from "./data/error-codes.json" with { type: "json" };
import { EXIT } from "./exit-codes.ts";

/** One kind of error: the name of its exit code, what it means, why it happens and what to do. */
export interface ErrorEntry {
	/** A key of `EXIT`. */
	exit: string;
	message: string;
	cause: string;
	fix: string;
	/** Whether another provider may succeed. */
	canFailOver?: boolean;
}

/** The code of an error; it does not change between versions, so programs can rely on it. */
export type ErrorCode = keyof typeof table;

/** Every error hub reports, by its code; `--json` carries the code, and `hub help errors` lists them. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = table;

export function exitOf(code: ErrorCode): number {
	return new Map<string, number>(Object.entries(EXIT)).get(ERRORS[code].exit) ?? EXIT.failure;
}
