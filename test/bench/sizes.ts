/** Sizes of bundles of parts of the library, minified by esbuild, beside the reference's: `npx tsx test/bench/sizes.ts`. */
import { BUNDLERS } from "../../scripts/bundlers.ts";
import { type Goal, report } from "./figure.ts";
import "./built.ts";

const REFERENCE = "@huggingface/inference";
const BUNDLES: { title: string; program: string; goal: Goal; peer: string }[] = [
	{
		title: "`chatCompletion`",
		program: `export { chatCompletion } from "modelhub";`,
		goal: { atMost: 40 },
		peer: `export { chatCompletion } from "${REFERENCE}";`,
	},
	{
		title: "`chatCompletionStream`",
		program: `export { chatCompletionStream } from "modelhub";`,
		goal: { atMost: 45 },
		peer: `export { chatCompletionStream } from "${REFERENCE}";`,
	},
	{
		title: "`Template` of `modelhub/jinja/core`",
		program: `export { Template } from "modelhub/jinja/core";`,
		goal: { atMost: 90 },
		peer: `export { Template } from "@huggingface/jinja";`,
	},
	{
		title: "`Template` of `modelhub/jinja`, all of Jinja2",
		program: `export { Template } from "modelhub/jinja";`,
		goal: { atMost: 160 },
		peer: `export { Template } from "@huggingface/jinja";`,
	},
];

const kilobytes = async (program: string): Promise<number> => {
	return Buffer.byteLength(await BUNDLERS.esbuild(program)) / 1000;
};

for (const { title, program, goal, peer } of BUNDLES) {
	const detail = `the reference ${(await kilobytes(peer)).toFixed(1)} kB`;
	report({ title, value: await kilobytes(program), unit: "kB", goal, detail });
}
