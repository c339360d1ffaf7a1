import type { Args, CallState } from "../../call-task.ts";
import { toArgs } from "../form/to-args.ts";
import { showFile } from "./file-ref.ts";

/** Returns the arguments of a call with names in place of files. */
export function showArgs({ task, values, extra }: Pick<CallState, "task" | "values" | "extra">): Args {
	return { ...toArgs(task, values, (file) => showFile(file, task.takesImage)), ...extra };
}
