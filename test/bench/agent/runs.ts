import { readFileSync } from "node:fs";
import { agentGuide } from "../../../src/cli/help/topics.ts";
import { estimateValue } from "../../../src/gateway/token-estimate.ts";

/** What an agent wrote, and what it read of it. */
export interface Exchange {
	line: string;
	output: string;
}

/** A task as it was recorded. */
export interface Run {
	name: string;
	hub: Exchange;
	curl: Exchange;
	/** With `curl`, where the fields of the answer are known by heart. */
	picked?: Exchange;
}

/** The recorded runs. */
export const RUNS = new URL("runs.json", import.meta.url);

/** Files of the tasks. */
export const AGENT_FILES: Readonly<Record<string, string>> = {
	"changes.diff": `diff --git a/tide.py b/tide.py
--- a/tide.py
+++ b/tide.py
@@ -1,2 +1,2 @@
-print(tide())
+print(tide(now))
`,
	"src/main.py": 'from tide import tide\n\nprint(tide("Lima"))\n',
	"src/tide.py": "def tide(city):\n\treturn { 'Lima': 1.2 }[city]\n",
	"report.txt": "Ada lives in London. She wrote the first program. The engine was never built.\n",
	"reviews.csv": `text\n${Array.from({ length: 12 }, (_, place) => (place % 2 ? "It broke at once" : "It works well")).join("\n")}\n`,
};

/** Lines that make the media of the tasks. */
export const MEDIA_LINES: readonly string[] = [
	'hub infer -t text-to-image "two cats" -o photo.png --param width=256 --param height=256',
	'hub infer -t text-to-image "an invoice" -o invoice.png --param width=256 --param height=256',
	'hub infer -t tts "The tide comes at noon" -o talk.wav',
];

/** The variables of both kinds of runs: the sandbox in place of hub and router, and an agent that reads. */
export function environmentOf(url: string): Record<string, string> {
	return { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_sandbox", CLAUDECODE: "1" };
}

/** Puts the hosts back that a recording has replaced. */
export function withoutHosts(text: string, url: string, folder: string): string {
	return text.replaceAll(url, "https://router.huggingface.co").replaceAll(folder, "~");
}

export function readRuns(): Run[] {
	return JSON.parse(readFileSync(RUNS, "utf8")) as Run[];
}

/** Tokens that an agent writes and reads, by the estimate that `hub serve` uses. */
export function countTokens({ line, output }: Exchange): number {
	return estimateValue(line) + estimateValue(output);
}

/** Tokens of all tasks, and of the guide of `hub`. */
export async function sumTokens(
	runs: readonly Run[],
): Promise<{ hub: number; guide: number; curl: number; picked: number }> {
	const sum = (find: (run: Run) => Exchange): number => runs.reduce((total, run) => total + countTokens(find(run)), 0);
	return {
		hub: sum(({ hub }) => hub),
		guide: estimateValue(await agentGuide()),
		curl: sum(({ curl }) => curl),
		picked: sum(({ curl, picked = curl }) => picked),
	};
}
