import type { FormValues } from "../call-task.ts";

/** Initial values of the forms: a value for each field, by task. Files are the samples of the sandbox. */

const PEOPLE = JSON.stringify(
	{ name: ["Ada", "Grace", "Alan"], born: ["1815", "1906", "1912"], city: ["London", "New York", "London"] },
	null,
	2,
);
const FLOWERS = JSON.stringify(
	{ sepal_length: ["5.1", "6.7"], petal_length: ["1.4", "5.2"], petal_width: ["0.2", "2.3"] },
	null,
	2,
);
const FISH = JSON.stringify(
	{ Height: ["11.52", "12.48"], Length1: ["23.2", "24.0"], Species: ["Bream", "Bream"] },
	null,
	2,
);

const image = (sample: string) => ({ file: { sample } });

export const EXAMPLES: Record<string, FormValues> = {
	conversational: { text: "Write a haiku about the sea" },
	"text-generation": { text: "The ship left the harbour and" },
	"image-text-to-text": { text: "What does the image show?", ...image("lighthouse.png") },
	"text-classification": { text: "I love this film. Every minute of it." },
	"token-classification": { text: "Ada Lovelace met Charles Babbage in London." },
	"zero-shot-classification": { text: "My card was charged twice.", labels: "billing, shipping, returns" },
	translation: { text: "Hello, how are you?", parameters: { src_lang: "en", tgt_lang: "fr" } },
	summarization: {
		text: "The lighthouse on the northern cape was built in 1874. For a hundred years a keeper lit the lamp each evening. Today the lamp is automatic, and the house of the keeper is a museum that ten thousand people visit every year.",
	},
	"feature-extraction": { text: "A lighthouse by the sea" },
	"fill-mask": { text: "The capital of France is [MASK]." },
	"sentence-similarity": {
		source_sentence: "A ship on the sea",
		sentences: "A boat on the water\nA stone in the garden\nThe ship sails the sea",
	},
	"question-answering": {
		question: "Who wrote the letter?",
		context: "The letter was written by Ada on a rainy Monday.",
	},
	"table-question-answering": { query: "How many people are from London?", table: PEOPLE },
	"tabular-classification": { data: FLOWERS },
	"tabular-regression": { data: FISH },
	"text-to-image": { text: "a white lighthouse by the sea" },
	"text-to-video": { text: "a boat on the sea" },
	"text-to-speech": { text: "Good morning." },
	"text-to-audio": { text: "a happy dance" },
	"image-to-image": { prompt: "a lighthouse at night", ...image("lighthouse.png") },
	"image-text-to-image": { prompt: "a lighthouse at night", ...image("lighthouse.png") },
	"image-to-video": { prompt: "waves roll in", ...image("lighthouse.png") },
	"image-text-to-video": { prompt: "waves roll in", ...image("lighthouse.png") },
	"image-to-text": image("cat.png"),
	"image-classification": image("cat.png"),
	"object-detection": image("street.jpg"),
	"image-segmentation": image("lighthouse.png"),
	"zero-shot-image-classification": { ...image("cat.png"), labels: "cat, dog, car" },
	"visual-question-answering": { question: "What is in the image?", ...image("cat.png") },
	"document-question-answering": { question: "What is the total?", ...image("invoice.png") },
	"automatic-speech-recognition": image("speech.wav"),
	"audio-classification": image("music.wav"),
	"audio-to-audio": image("speech.wav"),
};

/** Sample files that can be chosen, by kind of field. */
export const SAMPLE_FILES = {
	image: ["street.jpg", "cat.png", "lighthouse.png", "invoice.png"],
	audio: ["speech.wav", "music.wav"],
};

/** Three texts for the first field of a task; the sandbox has a good answer to each. */
export const PROMPTS: Readonly<Record<string, readonly string[]>> = {
	conversational: [
		"Write a haiku about the sea",
		"Explain attention in one sentence",
		"Summarize: The ship left the harbor at noon. It was late. Nobody complained.",
	],
	"text-classification": [
		"I love this film. Every minute of it.",
		"The train was late again, and nobody told us.",
		"It arrived on Tuesday.",
	],
	"token-classification": [
		"Ada Lovelace met Charles Babbage in London.",
		"Mira flew from Athens to Oslo.",
		"Marie Curie worked in Paris.",
	],
	"fill-mask": [
		"The capital of France is [MASK].",
		"Every morning she drinks a cup of [MASK].",
		"The cat sat on the [MASK].",
	],
	"text-to-image": ["a white lighthouse by the sea", "a red car in a quiet street", "a cat asleep on a desk"],
	"text-to-speech": [
		"Good morning.",
		"The next train departs from platform two.",
		"Take the second street on the left.",
	],
};
