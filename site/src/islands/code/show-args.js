import { toArgs } from "../form/to-args.js";
import { showFile } from "./file-ref.js";

/** Returns the arguments of a call with names in place of files. */
export function showArgs({ task, values, extra }) {
	return { ...toArgs(task, values, (file) => showFile(file, task.takesImage)), ...extra };
}
