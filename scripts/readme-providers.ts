/** Writes the table of providers and tasks into the README; `--check` only checks whether it is up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PIPELINE_DATA, type PipelineType } from "../src/catalogue/index.ts";
import { ALL_PROVIDERS } from "../src/inference/index.ts";

const path = fileURLToPath(new URL("../README.md", import.meta.url));
const providers = [...ALL_PROVIDERS].sort((left, right) => (left.id < right.id ? -1 : 1));
const rows = providers.map(({ id, label, tasks }) => {
	const names = Object.keys(tasks).map((task) =>
		task === "conversational" ? "Chat" : PIPELINE_DATA[task as PipelineType].name,
	);
	return `| ${label} | \`${id}\` | ${names.join(", ")} |`;
});
const table = ["| provider | id | tasks |", "|---|---|---|", ...rows].join("\n");

const readme = readFileSync(path, "utf8");
const updated = readme.replace(
	/(<!-- providers: [^>]* -->\n)[\s\S]*?(<!-- \/providers -->)/,
	(_, start, end) => `${start}${table}\n${end}`,
);
if (!process.argv.includes("--check")) writeFileSync(path, updated);
else if (updated !== readme) {
	console.error("The table of providers in README.md is out of date: npx tsx scripts/readme-providers.ts");
	process.exitCode = 1;
}
