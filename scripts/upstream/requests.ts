/** What `npm run upstream` compares by calling the clients: the first request of every pair of provider and task. */
import type { Difference } from "./facts.ts";

type Library = Readonly<Record<string, unknown>>;
type TaskFunction = (args: object, options: object) => Promise<unknown>;

const image = (): Blob => new Blob([new Uint8Array([137, 80, 78, 71, 1, 2, 3])], { type: "image/png" });
const audio = (): Blob => new Blob([new Uint8Array([82, 73, 70, 70, 1])], { type: "audio/wav" });
const labels = { parameters: { candidate_labels: ["a"] } };
const CALLS: Readonly<Record<string, readonly [string, () => object]>> = {
	textToImage: ["text-to-image", () => ({ inputs: "a" })],
	textToVideo: ["text-to-video", () => ({ inputs: "a" })],
	textToSpeech: ["text-to-speech", () => ({ inputs: "a" })],
	imageToImage: ["image-to-image", () => ({ inputs: image(), parameters: { prompt: "p" } })],
	imageToVideo: ["image-to-video", () => ({ inputs: image(), parameters: { prompt: "p" } })],
	imageTextToImage: ["image-text-to-image", () => ({ inputs: image(), parameters: { prompt: "p" } })],
	imageTextToVideo: ["image-text-to-video", () => ({ inputs: image(), parameters: { prompt: "p" } })],
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

const TOKENS = ["hf_x", "key"] as const;

/** First requests of the two clients that differ, for every provider of the reference. */
export async function differingRequests(theirs: Library, ours: Library): Promise<Difference[]> {
	const differences: Difference[] = [];
	const { warn, log } = console;
	// The clients print notices.
	console.warn = console.log = () => undefined;
	try {
		for (const provider of theirs["INFERENCE_PROVIDERS"] as readonly string[])
			for (const name of Object.keys(CALLS))
				for (const token of TOKENS) {
					const [left, right] = [
						await firstRequest(theirs, provider, name, token),
						await firstRequest(ours, provider, name, token),
					];
					if (left !== right)
						differences.push({ area: "requests", name: `${provider} ${name} ${token}`, theirs: left, ours: right });
				}
	} finally {
		Object.assign(console, { warn, log });
	}
	return differences;
}

/** Describes the first request that a call sends, or its error. */
async function firstRequest(library: Library, provider: string, name: string, accessToken: string): Promise<string> {
	const [task, makeArgs] = CALLS[name] ?? ["", () => ({})];
	const requests: string[] = [];
	const fetch = async (input: string | Request, init: RequestInit = {}): Promise<Response> => {
		const url = String((input as Request).url ?? input);
		if (url.includes("/api/models")) {
			const mapping = { [provider]: { providerId: "pid/x", status: "live", task } };
			return Response.json({ inferenceProviderMapping: mapping, pipeline_tag: task });
		}
		const headers = new Headers(init.headers);
		headers.delete("user-agent");
		const head = `${init.method ?? "GET"} ${url} ${JSON.stringify([...headers].sort())}`;
		requests.push(`${head} ${describeBody(init.body)}`);
		return new Response("stop", { status: 418 });
	};
	const args = { ...makeArgs(), model: "org/m", provider, accessToken };
	try {
		await (library[name] as TaskFunction)(args, { fetch, retry_on_error: false });
		return requests[0] ?? "nothing";
	} catch (error) {
		// Each pair is compared by itself; the message names all tasks of the provider.
		return requests[0] ?? withoutTasks(`${(error as Error).name}: ${(error as Error).message}`);
	}
}

function withoutTasks(message: string): string {
	return message.replace(/ Available tasks: .*/, "");
}

function describeBody(body: BodyInit | null | undefined): string {
	if (body === undefined || typeof body === "string") return String(body);
	if (body instanceof Blob) return `file of ${body.size} bytes, ${body.type}`;
	if (!(body instanceof FormData)) return `${(body as ArrayBuffer).byteLength} bytes`;
	return [...body].map(([name, part]) => `${name}=${typeof part === "string" ? part : part.size}`).join("&");
}
