import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageFiles } from "../../../gateway/index.ts";

/** Returns the built files of the page of calls: next to the built command, or in `dist` of a checkout. */
export function readPageFiles(): PageFiles | undefined {
	const here = import.meta.dirname ?? __dirname;
	const folders = [here, join(here, "../../../../dist/cli")];
	const folder = folders.find((candidate) => existsSync(join(candidate, "calls-page.js")));
	if (folder === undefined) return undefined;
	const read = (name: string): string => readFileSync(join(folder, name), "utf8");
	return { script: read("calls-page.js"), style: read("calls-page.css") };
}
