/** Programs written for the reference package compile with this one. */
import type { snippets as reference } from "@huggingface/inference";
import { snippets } from "../../src/index.ts";
import type * as io from "../../src/inference/io/chat.ts";
import { getModelInputSnippet } from "../../src/tasks.ts";

export const getInferenceSnippets: typeof reference.getInferenceSnippets = snippets.getInferenceSnippets;

/** An example can be sent as it is. */
export const messages: string | io.ChatCompletionInputMessage[] = getModelInputSnippet({
	id: "org/name",
	tags: [],
	inference: "",
});
