import type { TaskTypes } from "./io.ts";

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
	? `${First}${Capitalize<CamelCase<Rest>>}`
	: Text;

/** The functions of all tasks; `client.ts` does not compile without one of them. */
export type FunctionName = CamelCase<Exclude<keyof TaskTypes, "conversational">> | "chatCompletion";

/** Returns the name of a task's function, which is also a method of `InferenceClient`: `text-to-image` → `textToImage`. */
export function functionName(task: string): string {
	if (task === "conversational") return "chatCompletion";
	return task.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
