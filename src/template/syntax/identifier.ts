import { lazyPattern } from "../../base/lazy-pattern.ts";

const IDENTIFIER = lazyPattern("^[\\p{ID_Start}_]\\p{ID_Continue}*$", "u");

/** Whether a text is an identifier in Python's sense. */
export function isIdentifier(text: string): boolean {
	return IDENTIFIER().test(text);
}
