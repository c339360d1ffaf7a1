import { decodeDataUrl, encodeBase64 } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";
import { closestWord, findTask, SIGNATURES, TASK_NAMES, validateTaskInput } from "../../catalogue/index.ts";
import type { Args, InferenceTask } from "../../inference/index.ts";
import { GatewayError, invalid } from "../errors.ts";
import { formFields, type Incoming, readForm, readJson, unhandledFields, withType } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import { withSession } from "../session.ts";
import type { ReadForm } from "../types.ts";
import { answerJson, askTask } from "./ask-task.ts";

/** `POST /v1/tasks/{task}`: any task; the answer is what `hub infer --json` prints. */
export async function answerTask(incoming: Incoming): Promise<Reply> {
	const { groups } = incoming;
	const task = readTask(groups[0] ?? "");
	const { fields, close } = await readFields(incoming);
	try {
		const args: Args = unhandledFields(fields, "stream");
		refuseForeignFiles(task, args);
		// In a chat, images are passed on unchanged.
		const input = task === "conversational" ? args : (decodeFiles(args) as Args);
		await checkInput(task, input);
		const { model, provider } = fields;
		const wanted = { task, model, provider, text: JSON.stringify(fields, describeFile) };
		return await withSession(incoming, wanted, async (session) => {
			const answer = await askTask(session, input, (output) => output);
			return answerJson(session, [answer], await describeBlob(answer.output));
		});
	} finally {
		await close();
	}
}

function readTask(word: string): InferenceTask {
	const task = findTask(word);
	if (task && task !== "other") return task === "image-text-to-text" ? "conversational" : task;
	const guess = closestWord(word, TASK_NAMES);
	const hint = guess ? ` Did you mean ${guess}?` : "";
	throw new GatewayError(404, `Unknown task "${word}".${hint}`, { code: "unknown_task" });
}

/** The fields of a JSON body; or of a form, whose files take the place of the fields with their names. */
async function readFields(incoming: Incoming): Promise<{ fields: Record<string, unknown>; close: ReadForm["close"] }> {
	if (!/^multipart\//i.test(incoming.request.headers.get("content-type") ?? "")) {
		const { fields } = await readJson(incoming);
		return { fields, close: () => undefined };
	}
	const { form, close } = await readForm(incoming);
	const fields = formFields(form);
	for (const [name, value] of form) {
		if (typeof value === "string") {
			if (FILE_FIELDS.has(name)) {
				await close();
				throw invalid(`The field ${name} must be a file.`, name, "invalid_file");
			}
			continue;
		}
		const key = FILE_FIELDS.has(name) ? "inputs" : name;
		const before = fields[key];
		// A file next to the other parts of an input, such as the question about an image.
		const file = await withType(value);
		fields[key] = name === "image" && isRecord(before) ? { ...before, image: file } : file;
	}
	return { fields, close };
}

const FILE_FIELDS: ReadonlySet<string> = new Set(["file", "image", "audio", "video"]);

const FILE_INPUTS: ReadonlySet<string> = new Set(["image", "image-prompt", "prompt-image", "audio", "video"]);

/** File inputs must be data URLs or files of a form: hub does not read paths or URLs for clients. */
function refuseForeignFiles(task: InferenceTask, { inputs }: Args): void {
	const { input } = SIGNATURES[task];
	const isQuestion = input === "image-question" || input === "document-question";
	const file = isQuestion && isRecord(inputs) ? inputs["image"] : inputs;
	if (!isQuestion && !FILE_INPUTS.has(input)) return;
	if (typeof file !== "string" || decodeDataUrl(file)) return;
	throw invalid("The input must be a data URL or a file of a form, not a path or a URL.", "inputs", "invalid_file");
}

function decodeFiles(value: unknown): unknown {
	if (typeof value === "string") return /^data:[^,]*;base64,/i.test(value) ? (decodeDataUrl(value) ?? value) : value;
	if (Array.isArray(value)) return value.map(decodeFiles);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decodeFiles(item)]));
}

async function checkInput(task: InferenceTask, args: Args): Promise<void> {
	if (task === "conversational") {
		if (!Array.isArray(args["messages"])) throw invalid("messages must be a list of messages.", "messages");
		return;
	}
	const { input } = SIGNATURES[task];
	const canLack = input === "prompt-image" || input === "other";
	if (args.inputs === undefined && !canLack) throw invalid("The field inputs is missing.", "inputs", "missing_input");
	const { errors } = await validateTaskInput(task, args);
	const [first] = errors;
	if (first) throw invalid(errors.map(({ message }) => message).join(" "), first.path ?? null);
}

async function describeBlob(result: unknown): Promise<unknown> {
	if (!(result instanceof Blob)) return result;
	return { type: result.type, size: result.size, data: await encodeBase64(result) };
}

function describeFile(_name: string, value: unknown): unknown {
	return value instanceof Blob ? `[${value.type}, ${value.size} bytes]` : value;
}
