import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { taskName } from "../../src/catalogue/aliases.ts";
import { PIPELINE_TYPES } from "../../src/catalogue/ids.ts";
import { matchesWords } from "../../src/catalogue/search-words.ts";
import { formatLibraryPage } from "../../src/cli/commands/libraries/command.ts";
import { formatBriefTaskPage, formatTaskPage, loadTaskDetails, titleOf } from "../../src/cli/commands/tasks/page.ts";
import type { Context } from "../../src/cli/context.ts";
import { describeDownloadRule, LIBRARY_LIST } from "../../src/cli/lists/libraries.ts";
import type { TaskDetails } from "../../src/cli/lists/task-entry.ts";
import { TASK_LIST } from "../../src/cli/lists/tasks.ts";
import { loadColors, PLAIN } from "../../src/cli/terminal/color.ts";
import { Page } from "../../src/cli/terminal/page.ts";
import { textWidth } from "../../src/cli/terminal/width.ts";
import { createHome } from "../helpers/session.ts";

const WIDTHS = [40, 60, 80, 200];
let tasks: TaskDetails[];

beforeAll(async () => {
	tasks = await Promise.all(TASK_LIST.map(loadTaskDetails));
});

/** As much of a context as a page looks at. */
function terminal(columns: number, colors = PLAIN): Pick<Context, "stdout" | "colors"> {
	return { stdout: { isTTY: true, columns, write: () => true }, colors: { stdout: colors, stderr: PLAIN } };
}

/** What is there to be copied is never broken: ids, addresses, command lines. */
function isVerbatim(line: string): boolean {
	return /^ *(\S+$|hub |"|--?\w)/.test(line);
}

describe("task pages", () => {
	it("of every task fits one screen of 80 columns and 24 rows, unless --full is given", () => {
		for (const task of tasks) {
			const text = formatBriefTaskPage(task, terminal(80));
			expect(text.split("\n").length, task.id).toBeLessThanOrEqual(24);
			expect(text).toContain(`hub tasks ${taskName(task.id)} --full`);
		}
	});

	it.each(WIDTHS)("fit %d columns, or 100 if there are more", (columns) => {
		for (const task of tasks) {
			const lines = formatTaskPage(task, terminal(columns)).split("\n");
			const tooWide = lines.filter((line) => textWidth(line) > Math.min(columns, 100) && !isVerbatim(line));
			expect(tooWide, task.id).toEqual([]);
		}
	});

	it("show all their data", () => {
		for (const task of tasks) {
			const text = formatTaskPage(task, terminal(80)).replace(/ \\\n/g, " ").replace(/\s+/g, " ");
			const repos = [...task.models, ...task.datasets, ...task.metrics, ...task.spaces];
			const facts = [
				titleOf(task),
				task.summary ?? "",
				task.evaluation ?? "",
				task.command ?? "",
				...repos.flatMap(({ id, description }) => [id, description]),
				...task.parameters.flatMap(({ name, type, description }) => [name, type, description]),
				...[...task.useCases, ...task.variants].flatMap(({ title, text }) => [title, text]),
				...task.libraries,
				...task.providers,
				...task.subtasks.map(({ id }) => id),
			];
			for (const fact of facts) expect(text).toContain(fact.replace(/\s+/g, " ").trim());
		}
	});

	it("say how a task without its own route is served", () => {
		const served = (id: string): string | undefined => {
			const task = tasks.find((candidate) => candidate.id === id);
			return task && /^ {2}Providers +(.*)$/m.exec(formatTaskPage(task, terminal(80)))?.[1];
		};
		expect(served("image-text-to-text")).toBe("those of chat; see hub tasks chat");
		expect(served("robotics")).toBe("none");
		expect(served("text-ranking")).toBe("none");
	});

	it("show the rows of a demo table one per line, and its labels with one colon", () => {
		const linesOf = (id: string): string[] => {
			const task = tasks.find((candidate) => candidate.id === id);
			return task ? formatTaskPage(task, terminal(80)).split("\n") : [];
		};
		expect(linesOf("table-question-answering")).toEqual(
			expect.arrayContaining([
				"  input   Rank | Name | No.of reigns | Combined days",
				"          1 | Marta Vidal | 4 | 2315",
			]),
		);
		expect(linesOf("unconditional-image-generation")).toContain("  input   Number of images to generate: 4");
	});

	it("differ only by escape codes in color", async () => {
		const colors = await loadColors(1);
		for (const task of tasks) {
			const colored = formatTaskPage(task, terminal(80, colors));
			expect(colored).toContain("\x1b[");
			expect(stripVTControlCharacters(colored)).toBe(formatTaskPage(task, terminal(80)));
		}
	});
});

describe("library pages", () => {
	it.each(WIDTHS)("fit %d columns", (columns) => {
		for (const library of LIBRARY_LIST) {
			const lines = formatLibraryPage(library, terminal(columns)).split("\n");
			const tooWide = lines.filter((line) => textWidth(line) > Math.min(columns, 100) && !isVerbatim(line));
			expect(tooWide, library.id).toEqual([]);
			for (const url of [library.repoUrl, library.docsUrl ?? library.repoUrl])
				expect(
					lines.filter((line) => line.endsWith(url)),
					url,
				).not.toEqual([]);
		}
	});
});

describe("lists", () => {
	it("contain every task once, and chat", () => {
		const ids = TASK_LIST.map(({ id }) => id);
		expect(ids.filter((id) => id !== "conversational")).toEqual(PIPELINE_TYPES);
		expect(ids[ids.indexOf("text-generation") + 1]).toBe("conversational");
	});

	it("match the ones that the build prepared", async () => {
		const home = createHome();
		try {
			for (const [line, list] of [
				["hub tasks --json", TASK_LIST],
				["hub libraries --json", LIBRARY_LIST],
			] as const) {
				const { stdout } = await home.run(line);
				expect(JSON.parse(stdout)).toEqual(list);
			}
		} finally {
			home.remove();
		}
	});

	it("always have all documented fields", async () => {
		const text = readFileSync(fileURLToPath(new URL("../../docs/json.md", import.meta.url)), "utf8");
		const fieldsOf = (heading: string): string[] => {
			const section = text.split("\n## ").find((part) => part.startsWith(heading)) ?? "";
			const rows = section.split("\n").filter((line) => line.startsWith("| `"));
			return rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""));
		};
		const listFields = fieldsOf("`hub tasks --json`");
		const taskFields = [...listFields, ...fieldsOf("`hub tasks TASK")].sort();
		const libraryFields = fieldsOf("`hub libraries").sort();
		expect(listFields.length).toBeGreaterThan(5);
		for (const entry of TASK_LIST) expect(Object.keys(entry).sort()).toEqual([...listFields].sort());
		for (const task of tasks) expect(Object.keys(task).sort()).toEqual(taskFields);
		for (const library of LIBRARY_LIST) expect(Object.keys(library).sort()).toEqual(libraryFields);
		const home = createHome();
		try {
			const { stdout: tasksHelp } = await home.run("hub tasks --help");
			for (const name of taskFields) expect(tasksHelp).toMatch(new RegExp(`\\b${name}\\b`));
			const { stdout: librariesHelp } = await home.run("hub libraries --help");
			for (const name of libraryFields) expect(librariesHelp).toMatch(new RegExp(`\\b${name}\\b`));
		} finally {
			home.remove();
		}
	});
});

describe("download rules in words", () => {
	it.each([
		[undefined, "the files a or b"],
		['path:"x/y.pt"', "the file x/y.pt"],
		['path:"a.bin" OR path:"b.bin" OR path:"c.bin"', "the files a.bin, b.bin or c.bin"],
		[
			'path_extension:"pt" OR path:"config.json" OR path_extension:"ckpt"',
			"the file config.json, or files ending in .pt or .ckpt",
		],
		['path_filename:"config" AND path_extension:"cfg"', "files named config.cfg"],
		['path_filename:"model_index"', "files named model_index with any extension"],
		['path_extension:"pt" AND path_prefix:"checkpoints/"', "files ending in .pt in the folder checkpoints/"],
		[
			'path_filename:"model" AND path_extension:"mil" AND _exists_:"path_prefix"',
			"files named model.mil inside a folder",
		],
	])("%s", (query, words) => {
		expect(describeDownloadRule(query, ["a", "b"])).toBe(words);
	});

	it("exist for every library", () => {
		for (const { downloadRule, id } of LIBRARY_LIST) expect(downloadRule, id).toMatch(/^(the files? |files )\S/);
	});
});

describe("search by words", () => {
	it.each([
		["text image", ["text-to-image"], true],
		["TEXT-TO-IM", ["text-to-image"], true],
		["mage", ["text-to-image"], false],
		["text video", ["text-to-image"], false],
		["image audio", ["image", "audio"], true],
		["frechet", ["Fréchet distance"], true],
		["日本", ["日本語"], true],
		["  ", ["anything"], true],
	])("%j in %j", (query, texts, expected) => {
		expect(matchesWords(query, texts)).toBe(expected);
	});
});

describe("command lines on a page", () => {
	const command = 'hub infer -t chat -m a/b --image "my file.jpg" "List the items and their prices." -o out.txt';

	it.each([
		[120, [`  ${command}`]],
		[60, ['  hub infer -t chat -m a/b --image "my file.jpg" \\', '    "List the items and their prices." -o out.txt']],
		[
			40,
			[
				"  hub infer -t chat -m a/b \\",
				'  --image "my file.jpg" \\',
				'  "List the items and their prices." \\',
				"  -o out.txt",
			],
		],
	])("continue after a backslash at %d columns", (columns, lines) => {
		const page = new Page(columns, PLAIN);
		page.command(command);
		expect(page.toString()).toBe(`${lines.join("\n")}\n`);
	});
});
