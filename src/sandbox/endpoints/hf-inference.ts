import { isRecord } from "../../base/json.ts";
import { notFound, ServiceFailure } from "../failure.ts";
import { findTask } from "../known-models.ts";
import { isImage } from "../media/pictures.ts";
import { servesTask } from "../offers.ts";
import { MASK } from "../text/write.ts";
import type { IncomingCall } from "../types.ts";
import { type HfInput, readHfInput } from "./hf-input.ts";
import { checkBehavior } from "./jobs.ts";

/** Answers at the URL of a model; the model's task decides on input and output. */
export async function answerHfInference(incoming: IncomingCall): Promise<Response> {
	const [model = "", asked] = incoming.groups;
	const input = await readHfInput(incoming.request, model);
	checkBehavior(model);
	const task = asked ?? selectTask(model, input);
	if (!servesTask("hf-inference", task)) throw notFound(`Model ${model} does not serve the task ${task}.`);
	const { HF_TEXT_TASKS } = await import("./hf-text.ts");
	const answer = HF_TEXT_TASKS[task] ?? (await import("./hf-media.ts")).HF_MEDIA_TASKS[task];
	if (!answer) throw new ServiceFailure(400, `Task ${task} is not available at this URL.`);
	return answer(input, incoming);
}

/** Returns the task: from the model's name; where several are possible, or none is known, from the input. */
function selectTask(model: string, input: HfInput): string {
	const named = findTask(model);
	const shown = recognize(input);
	if (named === undefined || named === "conversational") return shown ?? "text-generation";
	// Models of two tasks.
	if (named === "image-text-to-image" && typeof input.inputs === "string") return "text-to-image";
	if (named === "feature-extraction" && shown === "sentence-similarity") return shown;
	return named;
}

/** The task an input is for, as far as its shape shows. */
function recognize({ inputs, raw, parameters }: HfInput): string | undefined {
	if (raw) return isImage(raw) ? "image-classification" : "automatic-speech-recognition";
	if (isRecord(inputs)) {
		if ("context" in inputs) return "question-answering";
		if ("table" in inputs) return "table-question-answering";
		if ("sentences" in inputs) return "sentence-similarity";
		if ("data" in inputs) return "tabular-classification";
		if ("question" in inputs) return "visual-question-answering";
		return "image" in inputs ? "zero-shot-image-classification" : undefined;
	}
	if (parameters.get("candidate_labels") !== undefined) return "zero-shot-classification";
	return typeof inputs === "string" && MASK.test(inputs) ? "fill-mask" : undefined;
}
