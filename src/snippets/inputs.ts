import { chooseExampleMessages, type ExampleMessage } from "../catalogue/example-messages.ts";
import type { ModelDataMinimal, PipelineType } from "../catalogue/index.ts";
import { hasTag, readMask } from "./model.ts";

export type { ExampleMessage as ChatMessage } from "../catalogue/example-messages.ts";

/** A text, the name of a file, named inputs, or a conversation. */
export type ExampleInput = string | Record<string, unknown> | ExampleMessage[];

/** Stands where an input is needed and the task has no example. */
export const NO_EXAMPLE = "No input example has been defined for this model task.";

const PICTURE = "cats.jpg";
const RECORDING = "sample1.flac";

const MEASUREMENTS = {
	height: [1.2, 0.8],
	width: [0.4, 0.5],
	age: [12, 7],
	colour: ["red", "green"],
};

const INPUTS: { [Task in PipelineType]?: ExampleInput } = {
	"text-generation": "On a clear night you can see",
	"image-text-to-text": "On a clear night you can see",
	"text-classification": "I like this place. I will come again.",
	"token-classification": "My name is Amelia and I live in Lisbon.",
	"feature-extraction": "The harbour lights go on at dusk.",
	"sentence-similarity": {
		source_sentence: "The ship leaves at noon.",
		sentences: ["The boat sails at midday.", "Lunch is served on deck.", "I have never been to sea."],
	},
	summarization:
		"The old lighthouse on the northern cape was finished in 1872. For a hundred years a keeper lived there with his " +
		"family and lit the lamp by hand every evening. Since 1974 the light has been automatic, and the house is a museum " +
		"where visitors may climb the 199 steps to the lamp room.",
	translation: "Завтра утром мы поедем к морю.",
	"question-answering": {
		question: "When was the lighthouse finished?",
		context: "The lighthouse was finished in 1872, after nine years of work.",
	},
	"table-question-answering": {
		query: "Which lighthouse is the tallest?",
		table: {
			Lighthouse: ["North Cape", "Gull Rock", "Old Harbour"],
			Height: ["41", "27", "18"],
			Finished: ["1872", "1899", "1834"],
			Keeper: ["none", "none", "one"],
		},
	},
	"tabular-classification": MEASUREMENTS,
	"tabular-regression": MEASUREMENTS,
	"document-question-answering": { image: "cat.png", question: "What is in this picture?" },
	"image-to-image": { image: "cat.png", prompt: "Turn the cat into a tiger." },
	"image-to-video": { image: "cat.png", prompt: "The cat starts to dance." },
	"image-text-to-image": { image: "cat.png", prompt: "Turn the cat into a tiger." },
	"image-text-to-video": { image: "cat.png", prompt: "The cat starts to dance." },
	"image-classification": PICTURE,
	"image-segmentation": PICTURE,
	"image-to-text": PICTURE,
	"object-detection": PICTURE,
	"zero-shot-image-classification": PICTURE,
	"audio-classification": RECORDING,
	"audio-to-audio": RECORDING,
	"automatic-speech-recognition": RECORDING,
	"text-to-image": "An astronaut in a jungle, muted colours, fine detail",
	"text-to-video": "A paper boat drifting down a stream",
	"text-to-audio": "slow waltz for accordion",
	"text-to-speech": "The night train leaves at ten.",
	"zero-shot-classification": "Hello, I was charged twice for last month and would like the second payment back!",
};

/** What an example sends to the model; undefined for tasks without one. */
export function findExampleInput(model: ModelDataMinimal): ExampleInput | undefined {
	const task = model.pipeline_tag;
	if (!task) return undefined;
	if (task === "fill-mask") return `The capital of France is ${readMask(model, "[MASK]")}.`;
	if (isChatTask(task) && hasTag(model, "conversational")) return chooseExampleMessages(model);
	return Object.hasOwn(INPUTS, task) ? INPUTS[task] : undefined;
}

/** The tasks whose models converse when they are tagged so. */
export function isChatTask(task: PipelineType): boolean {
	return task === "text-generation" || task === "image-text-to-text";
}
