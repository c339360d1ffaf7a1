/** Records a call on its first run and replays it on the next, so that a test of your program needs no network. */
import assert from "node:assert/strict";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InferenceClient, replay } from "modelhub";
import { folderStore } from "modelhub/node";
import { createSandbox } from "modelhub/sandbox";

// Your program: it takes the client, so a test can give it another.
async function toCapitals(client: InferenceClient, text: string): Promise<string> {
	const { choices } = await client.chatCompletion({
		model: "Qwen/Qwen3-32B",
		messages: [{ role: "user", content: `Put this in upper case: ${text}` }],
	});
	return choices[0]?.message.content ?? "";
}

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "recordings-")));
const text = "The meeting moved to Friday.";

const online = createSandbox();
const recording = replay(folderStore(folder), { onMiss: "record", fetch: online });
const first = await toCapitals(new InferenceClient("hf_any", { fetch: recording }), text);

const offline = replay(folderStore(folder), { onMiss: "error" });
const second = await toCapitals(new InferenceClient("hf_any", { fetch: offline }), text);

assert.equal(second, first);
console.log(`${(await readdir(folder)).length} recording, replayed without network: ${second}`);
