/**
 * Compares the built library with a release of the reference client, as black boxes: names that are exported, their
 * members, and the first request of every pair of provider and task, with a hub token and with a key.
 *
 *     npm install --prefix /tmp/reference @huggingface/inference@4.13.28
 *     node scripts/compare-reference.mjs /tmp/reference/node_modules/@huggingface/inference/dist/esm/index.js
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [path = ""] = process.argv.slice(2);
const reference = await import(pathToFileURL(resolve(path)).href);
const ours = await import(new URL("../dist/lib/index.js", import.meta.url).href);

const image = () => new Blob([new Uint8Array([137, 80, 78, 71, 1, 2, 3])], { type: "image/png" });
const audio = () => new Blob([new Uint8Array([82, 73, 70, 70, 1])], { type: "audio/wav" });
const labels = { parameters: { candidate_labels: ["a"] } };
const CALLS = {
	textToImage: ["text-to-image", () => ({ inputs: "a" })],
	textToVideo: ["text-to-video", () => ({ inputs: "a" })],
	textToSpeech: ["text-to-speech", () => ({ inputs: "a" })],
	imageToImage: ["image-to-image", () => ({ inputs: image(), parameters: { prompt: "p" } })],
	imageToVideo: ["image-to-video", () => ({ inputs: image(), parameters: { prompt: "p" } })],
	chatCompletion: ["conversational", () => ({ messages: [{ role: "user", content: "h" }] })],
	textGeneration: ["text-generation", () => ({ inputs: "h", parameters: { max_new_tokens: 5 } })],
	featureExtraction: ["feature-extraction", () => ({ inputs: ["a", "b"] })],
	automaticSpeechRecognition: ["automatic-speech-recognition", () => ({ inputs: audio() })],
	imageSegmentation: ["image-segmentation", () => ({ inputs: image() })],
	textClassification: ["text-classification", () => ({ inputs: "x" })],
	tokenClassification: ["token-classification", () => ({ inputs: "x" })],
	questionAnswering: ["question-answering", () => ({ inputs: { question: "q", context: "c" } })],
	fillMask: ["fill-mask", () => ({ inputs: "x" })],
	summarization: ["summarization", () => ({ inputs: "x" })],
	translation: ["translation", () => ({ inputs: "x" })],
	zeroShotClassification: ["zero-shot-classification", () => ({ inputs: ["x"], ...labels })],
	sentenceSimilarity: ["sentence-similarity", () => ({ inputs: { source_sentence: "a", sentences: ["b"] } })],
	tableQuestionAnswering: ["table-question-answering", () => ({ inputs: { query: "q", table: { a: ["1"] } } })],
	imageClassification: ["image-classification", () => ({ inputs: image() })],
	objectDetection: ["object-detection", () => ({ inputs: image() })],
	imageToText: ["image-to-text", () => ({ inputs: image() })],
	zeroShotImageClassification: ["zero-shot-image-classification", () => ({ inputs: image(), ...labels })],
	audioClassification: ["audio-classification", () => ({ inputs: audio() })],
	audioToAudio: ["audio-to-audio", () => ({ inputs: audio() })],
	visualQuestionAnswering: ["visual-question-answering", () => ({ inputs: { image: image(), question: "q" } })],
	documentQuestionAnswering: ["document-question-answering", () => ({ inputs: { image: image(), question: "q" } })],
	tabularClassification: ["tabular-classification", () => ({ inputs: { data: { a: ["1"] } } })],
	tabularRegression: ["tabular-regression", () => ({ inputs: { data: { a: ["1"] } } })],
};

const missing = Object.keys(reference).filter((name) => !(name in ours));
const members = Object.keys(reference).flatMap((name) =>
	typeof reference[name] === "object" && reference[name] !== null && name in ours
		? Object.keys(reference[name])
				.filter((member) => !(member in ours[name]))
				.map((member) => `${name}.${member}`)
		: [],
);
console.log(`exports: ${Object.keys(reference).length}, missing: ${[...missing, ...members].join(", ") || "none"}`);

console.warn = console.log.bind(undefined, "  note:");
let equal = 0;
const different = [];
for (const provider of reference.INFERENCE_PROVIDERS)
	for (const [name, [task, makeArgs]] of Object.entries(CALLS))
		for (const accessToken of ["hf_x", "key"]) {
			const call = { provider, name, task, makeArgs, accessToken };
			const [theirs, own] = [await findFirstRequest(reference, call), await findFirstRequest(ours, call)];
			if (theirs === own) equal++;
			else different.push(`${provider} ${name} ${accessToken}\n  reference ${theirs}\n  ours      ${own}`);
		}
for (const difference of different) console.log(difference);
console.log(`first requests: ${equal} equal, ${different.length} different`);

/** Describes the first request that a call sends, or its error. */
async function findFirstRequest(library, { provider, name, task, makeArgs, accessToken }) {
	const requests = [];
	const fetch = async (input, init = {}) => {
		const url = String(input?.url ?? input);
		if (url.includes("/api/models")) {
			const mapping = { [provider]: { providerId: "pid/x", status: "live", task } };
			return Response.json({ inferenceProviderMapping: mapping, pipeline_tag: task });
		}
		const headers = new Headers(init.headers);
		headers.delete("user-agent");
		requests.push(
			`${init.method ?? "GET"} ${url} ${JSON.stringify([...headers].sort())} ${await describeBody(init.body)}`,
		);
		return new Response("stop", { status: 418 });
	};
	const args = { ...makeArgs(), model: "org/m", provider, accessToken };
	try {
		await library[name](args, { fetch, retry_on_error: false });
	} catch (error) {
		return requests[0] ?? `${error.name}: ${error.message}`;
	}
	return requests[0] ?? "nothing";
}

async function describeBody(body) {
	if (body === undefined || typeof body === "string") return String(body);
	if (body instanceof Blob) return `file of ${body.size} bytes, ${body.type}`;
	if (!(body instanceof FormData)) return `${body.byteLength} bytes`;
	return [...body].map(([name, part]) => `${name}=${typeof part === "string" ? part : part.size}`).join("&");
}
