/** Writes the table of providers and tasks into the README; a test checks that it is up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PIPELINE_DATA, type PipelineType } from "../src/catalogue/index.ts";
import { ALL_PROVIDERS } from "../src/inference/index.ts";

/** Returns the README with the table as it should be. */
export function updateProviders(readme: string): string {
	const providers = [...ALL_PROVIDERS].sort((left, right) => (left.id < right.id ? -1 : 1));
	const rows = providers.map(({ id, label, tasks }) => {
		const names = Object.keys(tasks).map((task) =>
			task === "conversational" ? "Chat" : PIPELINE_DATA[task as PipelineType].name,
		);
		return `| ${label} | \`${id}\` | ${names.join(", ")} |`;
	});
	const table = ["| provider | id | tasks |", "|---|---|---|", ...rows].join("\n");
	return readme.replace(
		/(<!-- providers: [^>]* -->\n)[\s\S]*?(<!-- \/providers -->)/,
		(_, start, end) => `${start}${table}\n${end}`,
	);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const path = fileURLToPath(new URL("../README.md", import.meta.url));
	writeFileSync(path, updateProviders(readFileSync(path, "utf8")));
}
