/** Writes into the README which providers a Hugging Face token reaches; a test checks that it is up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALL_PROVIDERS, isRouted } from "../src/inference/providers/index.ts";

/** Returns the README with the providers as they should be. */
export function updateProviders(readme: string): string {
	const list = (areRouted: boolean): string[] =>
		ALL_PROVIDERS.filter((provider) => isRouted(provider) === areRouted)
			.map(({ label }) => label)
			.sort((left, right) => left.localeCompare(right));
	const [routed, others] = [list(true), list(false)];
	const text = `A Hugging Face token reaches ${routed.length}: ${routed.join(", ")}.

${others.length} need their own key: ${others.join(", ")}. \`hub providers\` shows their tasks.`;
	return readme.replace(
		/(<!-- providers: [^>]* -->\n)[\s\S]*?(<!-- \/providers -->)/,
		(_, start, end) => `${start}${text}\n${end}`,
	);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const path = fileURLToPath(new URL("../README.md", import.meta.url));
	writeFileSync(path, updateProviders(readFileSync(path, "utf8")));
}
