/** Turns a recording into text. Without a file, it transcribes speech that it generates first. */
import { openAsBlob } from "node:fs";
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const path = process.argv[2];
const speech = path
	? await openAsBlob(path)
	: await client.textToSpeech({
			provider: "fal-ai",
			model: "hexgrad/Kokoro-82M",
			inputs: "Good morning. The meeting begins at ten o'clock.",
		});
const { text } = await client.automaticSpeechRecognition({
	provider: "hf-inference",
	model: "openai/whisper-large-v3",
	data: speech,
});
console.log(text);
