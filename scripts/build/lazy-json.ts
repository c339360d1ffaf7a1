import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { asciiJson } from "./ascii.ts";

/** Data that most programs load and never look at, relative to `src`. Only the package itself may read it: getters show. */
const LAZY = [/(?:^|[\\/])exchange[\\/]data[\\/]prices\.json$/];

/** A module that holds JSON. The large members of lazy data are read when asked for: 0.6 ms less for each start. */
export function jsonModule(path: string, data: unknown): string {
	if (!LAZY.some((pattern) => pattern.test(path))) return `export default ${asciiJson(data)};\n`;
	const members = Object.entries(data as object).map(([name, value], index) =>
		typeof value === "object"
			? { state: `let value${index};\n`, code: `get ${name}() { return value${index} ??= ${parsed(value)}; }` }
			: { state: "", code: `${name}: ${asciiJson(value)}` },
	);
	const [state, code] = [members.map((member) => member.state), members.map((member) => member.code)];
	return `${state.join("")}export default { ${code.join(", ")} };\n`;
}

function parsed(value: object): string {
	// Within single quotes, those of JSON need no backslash.
	return `JSON.parse('${asciiJson(value).replace(/[\\']/g, "\\$&")}')`;
}

/** Bundles lazy data as `jsonModule` writes it. */
export const lazyJson: Plugin = {
	name: "lazy-json",
	setup({ onLoad }) {
		for (const filter of LAZY) {
			onLoad({ filter }, async ({ path }) => ({
				contents: jsonModule(path, JSON.parse(await readFile(path, "utf8"))),
				loader: "js",
			}));
		}
	},
};
