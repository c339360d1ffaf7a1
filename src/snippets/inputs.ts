import { chooseExampleMessages, type ExampleMessage } from "../catalogue/example-messages.ts";
import { type InputKind, type ModelDataMinimal, type OutputKind, SIGNATURES } from "../catalogue/index.ts";
import { findSubject } from "./api/templates.ts";
import { readMask } from "./model.ts";

export type { ExampleMessage as ChatMessage } from "../catalogue/example-messages.ts";

/** A text, a file name, named inputs, or a conversation. */
export type ExampleInput = string | Record<string, unknown> | ExampleMessage[];

/** Placeholder for the input of a task without an example. */
export const NO_EXAMPLE = "No input example has been defined for this model task.";

const IMAGE_EDITS = {
	image: { image: "cat.png", prompt: "Turn the cat into a tiger." },
	video: { image: "cat.png", prompt: "The cat starts to dance." },
};

/** Kind of input → the example of all its tasks. */
const INPUTS: { readonly [Input in InputKind]?: ExampleInput } = {
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

/** Examples that depend on the task's output. */
const INPUTS_FOR: { readonly [Input in InputKind]?: { readonly [Output in OutputKind]?: ExampleInput } } = {
	text: {
		text: "On a clear night you can see",
		summary:
			"The old lighthouse on the northern cape was finished in 1872. For a hundred years a keeper lived there with his " +
			"family and lit the lamp by hand every evening. Since 1974 the light has been automatic, and the house is a museum " +
			"where visitors may climb the 199 steps to the lamp room.",
		translation: "Завтра утром мы поедем к морю.",
		labels: "I like this place. I will come again.",
		entities: "My name is Amelia and I live in Lisbon.",
		image: "An astronaut in a jungle, muted colours, fine detail",
		video: "A paper boat drifting down a stream",
		audio: "slow waltz for accordion",
		speech: "The night train leaves at ten.",
	},
	"image-prompt": IMAGE_EDITS,
	"prompt-image": IMAGE_EDITS,
};

/** A text worth sorting under the labels of the example. */
const TEXT_TO_SORT = "Hello, I was charged twice for last month and would like the second payment back!";

/** Returns what an example sends to the model; undefined for tasks without API snippets. */
export function findExampleInput(model: ModelDataMinimal, subject = findSubject(model)): ExampleInput | undefined {
	if (!subject) return undefined;
	if (subject.output === "chat") return chooseExampleMessages(model);
	const { input, output, needs } = SIGNATURES[subject.task];
	if (output === "guesses") return `The capital of France is ${readMask(model, "[MASK]")}.`;
	if (input === "text" && needs) return TEXT_TO_SORT;
	return INPUTS_FOR[input]?.[output] ?? INPUTS[input];
}
