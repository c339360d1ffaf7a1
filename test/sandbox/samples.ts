import type { InferenceTask } from "../../src/inference/index.ts";
import { readSample } from "../../src/sandbox/samples/index.ts";

/** A grey cat on green grass, 320 × 240 pixels. */
export const picture = await readSample("cat.png");
/** A recording, and what it says. */
export const recording = await readSample("speech.wav");
export const SPOKEN = "Good morning. The meeting begins at ten o'clock.";

/** The same image as a file. */
export const image = new Blob([picture], { type: "image/png" });
const audio = new Blob([recording], { type: "audio/wav" });
const film = { width: 48, height: 32, num_frames: 3 };
const labels = { candidate_labels: ["cat", "sea"] };

/** Arguments for every task that a provider serves. */
export const SAMPLES: { [Task in InferenceTask]?: Record<string, unknown> } = {
	conversational: { messages: [{ role: "user", content: "Explain softmax" }] },
	"text-generation": { inputs: "Once upon a time", parameters: { max_new_tokens: 8 } },
	"feature-extraction": { inputs: "hello" },
	"fill-mask": { inputs: "The capital of France is [MASK]." },
	"question-answering": { inputs: { question: "Where does Anna live?", context: "Anna lives in Berlin." } },
	"sentence-similarity": { inputs: { source_sentence: "a happy dog", sentences: ["a happy cat", "tax law"] } },
	summarization: { inputs: "The cat sat on the mat. It rained all day. The cat slept on the mat until the evening." },
	"table-question-answering": {
		inputs: { query: "How many stars has A?", table: { Name: ["A", "B"], Stars: ["3", "5"] } },
	},
	"text-classification": { inputs: "I love this" },
	"token-classification": { inputs: "My name is Sarah and I live in London" },
	translation: { inputs: "Hello world" },
	"zero-shot-classification": { inputs: "The car is fast", parameters: labels },
	"document-question-answering": { inputs: { image, question: "What size is it?" } },
	"visual-question-answering": { inputs: { image, question: "What colour is it?" } },
	"audio-classification": { inputs: audio },
	"audio-to-audio": { inputs: audio },
	"automatic-speech-recognition": { inputs: audio },
	"text-to-speech": { inputs: "good morning" },
	"text-to-audio": { inputs: "a happy dance", parameters: { duration: 1 } },
	"image-classification": { inputs: image },
	"image-segmentation": { inputs: image },
	"object-detection": { inputs: image },
	"image-to-text": { inputs: image },
	"zero-shot-image-classification": { inputs: image, parameters: labels },
	"text-to-image": { inputs: "a red car", parameters: { width: 48, height: 32 } },
	"text-to-video": { inputs: "a red car", parameters: film },
	"image-to-image": { inputs: image, parameters: { prompt: "at night" } },
	"image-to-video": { inputs: image, parameters: { prompt: "move", ...film } },
	"image-text-to-image": { inputs: image, parameters: { prompt: "at night" } },
	"image-text-to-video": { inputs: image, parameters: { prompt: "at night", ...film } },
	"tabular-classification": { inputs: { data: { a: ["1", "5"], b: ["2", "9"] } } },
	"tabular-regression": { inputs: { data: { a: ["1", "5"], b: ["2", "9"] } } },
};

/** What a file begins with, by its type. */
export async function recognise(blob: Blob): Promise<string> {
	const bytes = new Uint8Array(await blob.slice(0, 12).arrayBuffer());
	const text = String.fromCharCode(...bytes);
	if (text.startsWith("\x89PNG")) return "png";
	if (text.startsWith("RIFF") && text.endsWith("WAVE")) return "wav";
	return text.slice(4, 8) === "ftyp" ? "mp4" : "unknown";
}
