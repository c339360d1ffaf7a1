/** Labels the lines of a text file in Bun, four calls at a time: `bun examples/bun.ts lines.txt`. */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

interface BunRuntime {
	file(path: string): { text(): Promise<string> };
	env: Record<string, string | undefined>;
	argv: string[];
}
const { Bun } = globalThis as unknown as { Bun: BunRuntime };

const token = Bun.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const path = Bun.argv[2];
const text = path ? await Bun.file(path).text() : "I love this.\nThis is terrible.\n";
const lines = text.split("\n").filter((line) => line.trim() !== "");
for (let start = 0; start < lines.length; start += 4) {
	const group = lines.slice(start, start + 4);
	const labels = await Promise.all(
		group.map((inputs) =>
			client.textClassification({
				model: "distilbert/distilbert-base-uncased-finetuned-sst-2-english",
				provider: "hf-inference",
				inputs,
			}),
		),
	);
	for (const [index, line] of group.entries()) console.log(`${labels[index]?.[0]?.label}\t${line}`);
}
