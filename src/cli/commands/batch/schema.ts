import type { BatchOptions } from "../../../batch/index.ts";
import { getPath } from "../../../json.ts";
import { readContent } from "../../output/stream-events.ts";

/** The check of `--schema`; undefined without one. An answer cut at its length is told as such. */
export async function createSchemaCheck(parameters: Record<string, unknown>): Promise<BatchOptions["check"]> {
	const schema = getPath(parameters, "response_format", "json_schema", "schema");
	if (schema === undefined) return undefined;
	const { findMismatch } = await import("../infer/schema-check.ts");
	return (output) => {
		if (getPath(output, "choices", 0, "finish_reason") === "length") {
			return { kind: "truncated", message: "The answer was cut at the limit of tokens; --max-tokens sets it." };
		}
		const mismatch = findMismatch(readContent(getPath(output, "choices", 0, "message", "content")), schema);
		return mismatch === undefined
			? undefined
			: { kind: "schema", message: `The answer does not follow the schema: ${mismatch}` };
	};
}
