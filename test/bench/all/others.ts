import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A ratio that another benchmark prints. */
export interface OtherRow {
	title: string;
	over: string;
	ratio: number;
	goal: number;
}

/** Benchmarks within one process. They end with code 1 above budgets of their own, which is not this table's affair. */
const OTHERS = [
	{
		title: "picker: first frame",
		over: "`node -e 0`",
		goal: 4.5,
		args: ["../first-frame.ts"],
		pattern: /first frame.*ratio ([\d.]+)/,
	},
	{
		title: "library: CPU of one call",
		over: "the reference",
		goal: 0.87,
		args: ["../library.ts"],
		pattern: /^call:.*ratio ([\d.]+)/m,
	},
	{
		title: "library: CPU of a streamed token",
		over: "the reference",
		goal: 0.87,
		args: ["../library.ts"],
		pattern: /^token:.*ratio ([\d.]+)/m,
	},
	{
		title: "library: CPU of a token, 1,000 streams at once",
		over: "a bare reader that parses",
		goal: 1.1,
		args: ["../streams.ts"],
		pattern: /^hub:.*ratio ([\d.]+)/m,
	},
	{
		title: "library: API snippets of chats",
		over: "the reference",
		goal: 0.2,
		args: ["../snippets.ts"],
		pattern: /^chats.*?([\d.]+)$/m,
	},
	{
		title: "library: import, CPU",
		over: "the reference",
		goal: 0.4,
		args: ["../library.ts"],
		pattern: /^import:.*ratio ([\d.]+)/m,
	},
	{
		title: "template: render, mean of 15",
		over: "the reference",
		goal: 0.125,
		args: ["../template.ts", "summary"],
		pattern: /^render: mean ratio ([\d.]+)/m,
	},
	{
		title: "template: compile, slowest of five",
		over: "the reference",
		goal: 0.667,
		args: ["../template.ts", "summary"],
		pattern: /^compile:.*worst ratio ([\d.]+)/m,
	},
	{
		title: "template: import, CPU",
		over: "the reference",
		goal: 1.1,
		args: ["../template-start.ts"],
		pattern: /^import:.*ratio ([\d.]+)/m,
	},
	{
		title: "template: start to first render, CPU",
		over: "the reference",
		goal: 1,
		args: ["../template-start.ts"],
		pattern: /^first render:.*ratio ([\d.]+)/m,
	},
	{
		title: "template: heap of a compiled one",
		over: "the reference",
		goal: 1.35,
		args: ["../template-start.ts"],
		pattern: /^heap.*ratio ([\d.]+)/m,
	},
	{
		title: "template: minified bytes",
		over: "the reference",
		goal: 1.33,
		args: ["../template-start.ts"],
		pattern: /^minified.*ratio ([\d.]+)/m,
	},
] as const;

/** Runs the other benchmarks, each once. */
export function runOthers(): OtherRow[] {
	const outputs = new Map<string, string>();
	return OTHERS.map(({ title, over, goal, args, pattern }) => {
		const key = args.join(" ");
		const output = outputs.get(key) ?? run(args);
		outputs.set(key, output);
		return { title, over, goal, ratio: Number(pattern.exec(output)?.[1] ?? Number.NaN) };
	});
}

function run([file, ...rest]: readonly string[]): string {
	const path = fileURLToPath(new URL(file ?? "", import.meta.url));
	try {
		return execFileSync(process.execPath, ["--import", "tsx", path, ...rest], { encoding: "utf8" });
	} catch (error) {
		return String((error as { stdout?: string }).stdout ?? "");
	}
}
