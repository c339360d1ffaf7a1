import { decodeBase64Text, toBase64 } from "../base/base64.ts";
import { encodeText } from "../base/bytes.ts";
import type { ReasoningField } from "../inference/types.ts";

/** Reasoning that a client returned. */
export interface OpenedReasoning {
	/** The field in which the model's service had it. */
	field: ReasoningField;
	text: string;
}

/** Version and field. */
const HEADS: Readonly<Record<ReasoningField, string>> = { reasoning_content: "hub1c", reasoning: "hub1r" };
const FIELDS: ReadonlyMap<string, ReasoningField> = new Map([
	[HEADS.reasoning_content, "reasoning_content"],
	[HEADS.reasoning, "reasoning"],
]);
/** Characters of the longest text that is read back. */
const MAX_LENGTH = 32 * 2 ** 20;

/**
 * Returns what a client stores with reasoning, as a signature or as encrypted content, so that a later request can restore it.
 * @param text where the client does not keep the text itself
 */
export function sealReasoning(field: ReasoningField, text?: string): string {
	return text === undefined ? HEADS[field] : `${HEADS[field]}.${toBase64(encodeText(text))}`;
}

/**
 * Reads what a client returned. It is untrusted input: what is broken, or from another service, is ignored.
 * @param carried the text beside it
 */
export function openReasoning(sealed: unknown, carried: string): OpenedReasoning | undefined {
	if (typeof sealed !== "string" || sealed.length > MAX_LENGTH) return undefined;
	const dot = sealed.indexOf(".");
	const field = FIELDS.get(dot < 0 ? sealed : sealed.slice(0, dot));
	if (field === undefined) return undefined;
	const text = carried === "" && dot >= 0 ? decodeBase64Text(sealed.slice(dot + 1)) : carried;
	return text === undefined || text === "" ? undefined : { field, text };
}
