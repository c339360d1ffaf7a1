import type { ObjectPlan, Reading } from "../../inference/object/plan.ts";
import { interruptible, OutOfTime } from "../terminal/interrupts.ts";

/** Time limit for checking one answer, in milliseconds. */
const CHECK_MS = 2000;

/**
 * Returns a reader of answers by a schema, with a time limit: the expression of a `pattern` may take centuries, does not respond
 * to signals, and may come from a tool server, or from a downloaded prompt.
 * @param plan as `planObject` or `tool` made it
 * @param schema the whole one; without expressions there is nothing to bound
 */
export function boundChecks<Plan extends Pick<ObjectPlan, "read"> & Partial<Pick<ObjectPlan, "readNow">>>(
	plan: Plan,
	schema: unknown,
): Plan {
	if (!(JSON.stringify(schema) ?? "").includes('"pattern')) return plan;
	const bound = <Result>(work: () => Result): Result | Reading => {
		try {
			return interruptible(work, CHECK_MS);
		} catch (error) {
			if (!(error instanceof OutOfTime)) throw error;
			return { problems: `the patterns of the schema take longer than ${CHECK_MS / 1000} seconds on it.` };
		}
	};
	const { readNow } = plan;
	return {
		...plan,
		read: async (answer: string) => await bound(() => plan.read(answer)),
		...(readNow && { readNow: (answer: string) => bound(() => readNow(answer)) }),
	};
}
