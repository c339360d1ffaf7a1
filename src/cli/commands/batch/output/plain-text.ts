import { getPath, readMember } from "../../../../base/json.ts";
import { readContent } from "../../../../inference/delta.ts";

const TEXT_MEMBERS = ["generated_text", "summary_text", "translation_text", "text", "answer", "label", "sequence"];

/** Returns the plain text of an output: a chat's answer, a label, an answer. Other outputs as JSON. */
export function plainText(output: unknown): string {
	return findText(output) ?? JSON.stringify(output);
}

/** The plain text of an output; undefined if it has none. */
export function findText(output: unknown): string | undefined {
	if (typeof output === "string") return output;
	const content = getPath(output, "choices", 0, "message", "content");
	if (content !== undefined && content !== null) return readContent(content);
	const item: unknown = Array.isArray(output) ? output[0] : output;
	for (const name of TEXT_MEMBERS) {
		const text = readMember(item, name);
		if (typeof text === "string") return text;
	}
	return undefined;
}
