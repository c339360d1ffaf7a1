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
