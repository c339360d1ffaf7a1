import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANTHROPIC } from "./anthropic.ts";
import { CHAT, RESPONSES } from "./openai.ts";
import type { Side } from "./row.ts";

export const SIDES: readonly Side[] = [ANTHROPIC, RESPONSES, CHAT];

/** Returns a page with the tables between its marks as the rows say. */
export function updateContract(page: string): string {
	const tables = SIDES.map(({ title, rows }) => {
		const lines = rows.map(({ what, becomes, notice }) => `| ${what} | ${becomes}${notice ? " ✓" : ""} |`);
		return [`**${title}**`, "", "| sent or needed | becomes |", "|---|---|", ...lines].join("\n");
	});
	return page.replace(
		/(<!-- contract: [^>]* -->\n)[\s\S]*?(<!-- \/contract -->)/,
		(_, start: string, end: string) => `${start}\n${tables.join("\n\n")}\n\n${end}`,
	);
}

export const PAGE = new URL("../../../docs/serve.md", import.meta.url);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(PAGE, updateContract(readFileSync(PAGE, "utf8")));
}
