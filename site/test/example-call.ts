import { findSample } from "../../src/sandbox/samples/index.ts";
import { type CallTask, type FileValue, fileOf, firstProvider, knownModel } from "../src/call-task.ts";
import { showFile } from "../src/islands/code/file-ref.ts";
import { toArgs } from "../src/islands/form/to-args.ts";

/** Name of the sample that the example of a task begins with. */
export function sampleOf(task: CallTask): string | undefined {
	return Object.values(task.example).flatMap((value) => fileOf(value)?.sample ?? [])[0];
}

/** A call of a task's example as a form makes it, with its files in every form. */
export async function exampleCall(task: CallTask, provider = firstProvider(task)) {
	const name = sampleOf(task);
	const { type = "", read = async () => new Uint8Array() } = (name && findSample(name)) || {};
	const bytes = new Uint8Array(await read());
	const base64: Record<string, string> = name ? { [name]: Buffer.from(bytes).toString("base64") } : {};
	const real = ({ sample = "" }: FileValue) =>
		task.takesImage ? `data:${type};base64,${base64[sample]}` : new File([bytes], sample, { type });
	const target = { task, provider, model: knownModel(task, provider), sandbox: true };
	return {
		shown: { ...target, args: toArgs(task, task.example, (value) => showFile(value, task.takesImage)) },
		sent: { ...target, args: toArgs(task, task.example, real) },
		base64,
	};
}
