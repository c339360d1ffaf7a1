import { readMember } from "../../../http/index.ts";
import { formatSize } from "../../terminal/format-size.ts";
import { toJson } from "../../terminal/json.ts";
import { onOneLine } from "../../terminal/width.ts";

/** Returns the output of a pair as text. */
export function showOutput(output: unknown): string {
	if (output === null) return "";
	if (typeof output === "string") return output;
	const files = (Array.isArray(output) ? output : [output]).map((item: unknown) => {
		const [path, type, size] = ["path", "type", "size"].map((name) => readMember(item, name));
		if (typeof path !== "string" || typeof size !== "number") return undefined;
		return `Saved ${onOneLine(path)} (${onOneLine(String(type))}, ${formatSize(size)})`;
	});
	return files.length > 0 && files.every((text) => text !== undefined) ? files.join("\n") : toJson(output, 2);
}
