import { type OutputKind, SIGNATURES } from "../../../catalogue/signatures.ts";
import type { InferenceTask } from "../../../inference/index.ts";

/** Outputs of tasks in a word each, the best known first. */
const WORDS: readonly (readonly [word: string, kinds: readonly OutputKind[]])[] = [
	["chat", ["chat"]],
	["images", ["image"]],
	["video", ["video"]],
	["speech", ["speech"]],
	["transcription", ["transcript"]],
	["audio", ["audio", "recordings"]],
	["embeddings", ["vectors", "similarities"]],
	["text", ["text", "summary", "translation", "guesses"]],
	["answers", ["answer", "table-answer"]],
	["classification", ["labels", "entities", "values"]],
	["objects", ["boxes", "masks"]],
];

/** Returns a line about the tasks of a provider, such as `11 tasks: chat, images, video`. */
export function summarizeTasks(tasks: readonly InferenceTask[]): string {
	const outputs = new Set(tasks.map((task) => SIGNATURES[task].output));
	const words = WORDS.filter(([, kinds]) => kinds.some((kind) => outputs.has(kind))).map(([word]) => word);
	return `${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}: ${words.join(", ")}`;
}
