import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";

/** Returns a builtin with parameters by these names, besides its operand. */
export function takes(
	parameters: readonly string[],
	run: Builtin<Runtime>["run"],
	details: Pick<Builtin<Runtime>, "required" | "keywords" | "isProperty"> = {},
): Builtin<Runtime> {
	return { parameters, run, ...details };
}
