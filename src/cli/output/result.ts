import { readMember } from "../../http/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { readToolCalls } from "../stream-events.ts";
import { describeEmbeddings } from "./embeddings.ts";
import { createTextPrinter } from "./text.ts";

/** Prints the result of a task: text as text, structured results as a view on a terminal and as JSON elsewhere. */
export async function printResult(
	task: InferenceTask,
	result: unknown,
	format: "text" | "json" | "ndjson" | undefined,
	context: Context,
): Promise<void> {
	if (context.flags.json) return await printJson(result, format === "ndjson", context);
	if (task === "conversational") return await printMessage(result, context);
	const generated = readMember(result, "generated_text");
	if (typeof generated === "string") return await printPlain(generated, context);
	if (task === "feature-extraction" && (context.stdout.isTTY || format === "text")) {
		return await context.print(`${describeEmbeddings(result, context.colors.stdout)}\n`);
	}
	await printJson(result, false, context);
}

async function printJson(result: unknown, asLines: boolean, context: Context): Promise<void> {
	if (asLines && Array.isArray(result)) {
		for (const item of result) await context.print(`${JSON.stringify(item)}\n`);
		return;
	}
	await context.print(`${JSON.stringify(result, null, context.stdout.isTTY ? 2 : undefined)}\n`);
}

async function printMessage(result: unknown, context: Context): Promise<void> {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	const content = readMember(message, "content");
	const printer = createTextPrinter(context);
	if (typeof content === "string") await printer.print(content);
	for (const call of readToolCalls(readMember(message, "tool_calls"))) printer.addToolCall(call);
	await printer.end();
}

async function printPlain(text: string, context: Context): Promise<void> {
	const printer = createTextPrinter(context);
	await printer.print(text);
	await printer.end();
}
