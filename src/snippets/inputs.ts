import { chooseExampleMessages, type ExampleMessage } from "../catalogue/example-messages.ts";
import type { ModelDataMinimal } from "../catalogue/index.ts";
import type { InputKind } from "../catalogue/signatures.ts";
import { SIGNATURES } from "../catalogue/signatures.ts";
import { findSubject, outputSnippets } from "./api/forms.ts";
import { readMask } from "./model.ts";

export type { ExampleMessage as ChatMessage } from "../catalogue/example-messages.ts";

/** A text, a file name, named inputs, or a conversation. */
export type ExampleInput = string | Record<string, unknown> | ExampleMessage[];

/** Placeholder for the input of a task without an example. */
export const NO_EXAMPLE = "No input example has been defined for this model task.";

/** The requested edit of the image, by kind of output. */
const IMAGE_EDITS = {
	image: "Turn the cat into a tiger.",
	video: "The cat starts to dance.",
};

/** Kind of input → its example; null: it depends on the output, or there is none. */
const INPUTS: Readonly<Record<InputKind, ExampleInput | null>> = {
	messages: null,
	text: null,
	"image-prompt": null,
	"prompt-image": null,
	"image-question": null,
	video: null,
	other: null,
	texts: "The harbour lights go on at dusk.",
	sentences: {
		source_sentence: "The ship leaves at noon.",
		sentences: ["The boat sails at midday.", "Lunch is served on deck.", "I have never been to sea."],
	},
	question: {
		question: "When was the lighthouse finished?",
		context: "The lighthouse was finished in 1872, after nine years of work.",
	},
	"table-question": {
		query: "Which lighthouse is the tallest?",
		table: {
			Lighthouse: ["North Cape", "Gull Rock", "Old Harbour"],
			Height: ["41", "27", "18"],
			Finished: ["1872", "1899", "1834"],
			Keeper: ["none", "none", "one"],
		},
	},
	table: { height: [1.2, 0.8], width: [0.4, 0.5], age: [12, 7], colour: ["red", "green"] },
	"document-question": { image: "cat.png", question: "What is in this picture?" },
	image: "cats.jpg",
	audio: "sample1.flac",
};

/** A text that fits the labels of the example. */
const TEXT_TO_SORT = "Hello, I was charged twice for last month and would like the second payment back!";

/** Returns the example input of the model; undefined for tasks without API snippets. */
export function findExampleInput(model: ModelDataMinimal, subject = findSubject(model)): ExampleInput | undefined {
	if (!subject) return undefined;
	if (subject.output === "chat") return chooseExampleMessages(model);
	const { input, output, needs } = SIGNATURES[subject.task];
	if (output === "guesses") return `The capital of France is ${readMask(model, "[MASK]")}.`;
	if (input === "text" && needs) return TEXT_TO_SORT;
	if (input === "text") return outputSnippets(output).text ?? undefined;
	if (subject.form === "imageEdit")
		return { image: "cat.png", prompt: IMAGE_EDITS[output === "video" ? output : "image"] };
	return INPUTS[input] ?? undefined;
}
