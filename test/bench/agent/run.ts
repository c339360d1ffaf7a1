/**
 * Compares the tokens that an agent writes and reads with `hub` and with `curl` in the recorded runs: `npm run bench:agent`.
 * KNOWN is `curl` where the agent knows the fields of every answer and prints only those it needs.
 */
import { countTokens, readRuns, sumTokens } from "./runs.ts";

const percent = (hub: number, curl: number): string => `${Math.round((100 * hub) / curl)} %`;
const row = (name: string, hub: number, curl: number, known: number): string =>
	[
		name.padEnd(40),
		...[hub, curl, percent(hub, curl), known, percent(hub, known)].map((cell) => String(cell).padStart(8)),
	].join("");
console.log(
	`${"TASK".padEnd(40)}${["HUB", "CURL", "RATIO", "KNOWN", "RATIO"].map((title) => title.padStart(8)).join("")}`,
);
const runs = readRuns();
for (const { name, hub, curl, picked = curl } of runs) {
	console.log(row(name, countTokens(hub), countTokens(curl), countTokens(picked)));
}
const { hub, guide, curl, picked } = await sumTokens(runs);
console.log(row("all tasks", hub, curl, picked));
console.log(row("all tasks, and hub help agents once", hub + guide, curl, picked));
if (hub + guide > curl / 2) process.exitCode = 1;
