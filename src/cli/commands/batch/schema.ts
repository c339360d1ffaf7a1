import { getPath } from "../../../base/json.ts";
import type { BatchOptions } from "../../../batch/index.ts";
import { readContent } from "../../../inference/delta.ts";
import type { ObjectPlan } from "../../../inference/object/plan.ts";

/** The check of `--schema`; undefined without one. An answer that was cut at its limit is reported as such. */
export function createSchemaCheck(plan: ObjectPlan | undefined): BatchOptions["check"] {
	if (plan === undefined) return undefined;
	return (output) => {
		if (getPath(output, "choices", 0, "finish_reason") === "length") {
			return { kind: "truncated", message: "The answer was cut at the token limit; --max-tokens sets it." };
		}
		const reading = plan.readNow(readContent(getPath(output, "choices", 0, "message", "content")));
		return "value" in reading
			? undefined
			: { kind: "schema", message: `The answer does not follow the schema: ${reading.problems}` };
	};
}
