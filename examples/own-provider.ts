/** Adds a provider of your own: a service with its own URL, key and JSON, called like the built-in ones. */
import { createServer } from "node:http";
import { defineProvider, InferenceClient } from "modelhub";

// A stand-in for your service: it rates how positive a text is.
const service = createServer(async (request, response) => {
	let body = "";
	for await (const part of request) body += part;
	const { text } = JSON.parse(body) as { text: string };
	const mood = /\b(good|great|love)\b/i.test(text) ? 0.9 : 0.2;
	response.setHeader("content-type", "application/json").end(JSON.stringify({ mood }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => service.once("listening", resolve));
const address = service.address();
const port = typeof address === "object" ? address?.port : 0;

const moods = defineProvider({
	id: "moods",
	label: "Moods",
	baseUrl: `http://127.0.0.1:${port}`,
	tasks: {
		"text-classification": {
			route: ({ model }) => `v1/${model}`,
			payload: ({ args }) => ({ text: args["inputs"] }),
			parse: ({ data }) => {
				const { mood } = data as { mood: number };
				return [
					{ label: "POSITIVE", score: mood },
					{ label: "NEGATIVE", score: 1 - mood },
				];
			},
		},
	},
});

const client = new InferenceClient("key-of-your-service");
const labels = await client.textClassification({ provider: moods, model: "mood-2", inputs: "I love this library." });
for (const { label, score } of labels) console.log(`${label} ${score.toFixed(1)}`);
service.close();
