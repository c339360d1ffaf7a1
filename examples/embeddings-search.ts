/** Ranks documents by how close they are to a question. */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const documents = [
	"A cat sleeps on the warm sofa.",
	"The central bank raised interest rates.",
	"Kittens and cats love to nap in the sun.",
	"The train to Paris leaves at nine.",
];
const question = process.argv[2] ?? "Where does the cat sleep?";

const vectors = (await client.featureExtraction({
	model: "sentence-transformers/all-MiniLM-L6-v2",
	provider: "hf-inference",
	inputs: [question, ...documents],
})) as number[][];
const [asked = [], ...known] = vectors;

const dot = (a: readonly number[], b: readonly number[]): number =>
	a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const cosine = (a: readonly number[], b: readonly number[]): number => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

const ranked = documents
	.map((document, index) => ({ document, score: cosine(asked, known[index] ?? []) }))
	.sort((a, b) => b.score - a.score);
for (const { document, score } of ranked) console.log(`${score.toFixed(3)}  ${document}`);
