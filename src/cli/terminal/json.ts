import type { Terminal } from "./terminal.ts";

export function printJson(value: unknown, terminal: Terminal): Promise<void> {
	return terminal.print(`${toJson(value, 2)}\n`);
}

/**
 * Returns JSON that is safe to print: control characters that JSON allows are written as escapes with the same meaning.
 */
export function toJson(value: unknown, indent?: number): string {
	return escapeControls(JSON.stringify(value, null, indent));
}

/** JSON text with DEL, C1, line separators and bidirectional control characters as escapes. */
export function escapeControls(json: string): string {
	return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
