/** Generates an image and writes it to a file. */
import { writeFile } from "node:fs/promises";
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const path = process.argv[2] ?? "lighthouse.png";
const image = await client.textToImage({
	provider: "fal-ai",
	model: "black-forest-labs/FLUX.1-schnell",
	inputs: "a lighthouse at dawn",
});
await writeFile(path, image.stream());
console.log(`${path}: ${image.type}, ${image.size} bytes`);
