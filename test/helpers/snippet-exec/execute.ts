import { type ChildProcess, spawn } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "../run-process.ts";

export interface RunnableSnippet {
	language: "python" | "js" | "sh";
	content: string;
}

/** What the snippets find around them. */
export interface Surroundings<Snippet extends RunnableSnippet = RunnableSnippet> {
	/** Folder with the packages JavaScript imports: name → folder. */
	packages?: Record<string, string>;
	/** Module loaded before the first JavaScript snippet. */
	preload?: string;
	/** Files of the current folder: name → path to copy from. A snippet finds those it names. */
	files: Record<string, string>;
	/** Value of an environment variable a snippet reads. */
	valueOf(variable: string, snippet: Snippet): string;
	/** Further environment of all processes. */
	environment?: Record<string, string>;
	python?: string;
	/** In how many processes JavaScript runs; more than one helps snippets that wait for something. Default 1. */
	processes?: number;
}

/** What came of a snippet. */
export interface Execution {
	/** Undefined when it ran to its end; in a shell also when it wrote nothing to stderr. */
	error: string | undefined;
	printed: string;
	/** Environment variables it reads. */
	variables: string[];
	/** Files it left behind. */
	written: string[];
	/** Lines of its log, for the stand-ins that record. */
	log: string[];
}

const here = fileURLToPath(new URL(".", import.meta.url));
const EXTENSIONS = { js: "mjs", python: "py", sh: "sh" };
const AT_ONCE = 4;
/** Longest time without a finished snippet, in milliseconds: a limit on the whole would depend on how busy the machine is. */
const STALL = 120_000;

interface Job {
	file: string;
	folder: string;
	env: Record<string, string>;
	result: string;
}

/** Runs snippets: those in JavaScript and in Python in few processes, those for the shell side by side. */
export async function executeSnippets<Snippet extends RunnableSnippet>(
	snippets: readonly Snippet[],
	around: Surroundings<Snippet>,
): Promise<Execution[]> {
	const root = mkdtempSync(join(tmpdir(), "snippets-"));
	try {
		linkPackages(root, around.packages ?? {});
		// A curl that writes into a pipe reports its progress otherwise.
		writeFileSync(join(root, ".curlrc"), "silent\nshow-error\n");
		const jobs = snippets.map((snippet, index) => prepare(join(root, String(index)), snippet, around));
		const of = (language: string): Job[] => jobs.filter((_, index) => snippets[index]?.language === language);
		await Promise.all([
			...split(of("js"), around.processes ?? 1).map((part) =>
				runBatch(process.execPath, [join(here, "run/js.mjs")], part, root, around, around.preload),
			),
			runBatch(around.python ?? "python3", ["-X", "utf8", join(here, "run/python.py")], of("python"), root, around),
			runShells(of("sh"), root, around),
		]);
		return jobs.map((job, index) => collect(job, snippets[index]?.content ?? "", snippets[index]?.language, around));
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

function split(jobs: Job[], count: number): Job[][] {
	return Array.from({ length: count }, (_, part) => jobs.filter((_, index) => index % count === part));
}

function linkPackages(root: string, packages: Record<string, string>): void {
	for (const [name, folder] of Object.entries(packages)) {
		const link = join(root, "node_modules", name);
		mkdirSync(join(link, ".."), { recursive: true });
		symlinkSync(folder, link);
	}
}

function prepare<Snippet extends RunnableSnippet>(
	folder: string,
	snippet: Snippet,
	around: Surroundings<Snippet>,
): Job {
	const { content, language } = snippet;
	const work = join(folder, "work");
	mkdirSync(work, { recursive: true });
	for (const [name, source] of Object.entries(around.files)) {
		// Other names may be escaped in it.
		if (!/^[\w.-]+$/.test(name) || content.includes(name)) copyFileSync(source, join(work, name));
	}
	const file = join(folder, `snippet.${EXTENSIONS[language]}`);
	writeFileSync(file, `${content}\n`);
	const log = join(folder, "log.jsonl");
	const variables = findVariables(content, language);
	const values = Object.fromEntries(variables.map((name) => [name, around.valueOf(name, snippet)]));
	return { file, folder: work, env: { SNIPPET_LOG: log, ...values }, result: join(folder, "result.json") };
}

function collect(job: Job, content: string, language: string | undefined, { files }: Surroundings): Execution {
	let result: { error?: string | null; printed: string };
	try {
		result = JSON.parse(readFileSync(job.result, "utf8")) as typeof result;
	} catch {
		result = { error: "ended the process it ran in, or hung", printed: "" };
	}
	return {
		error: result.error ?? undefined,
		printed: result.printed,
		variables: findVariables(content, language),
		written: readdirSync(job.folder).filter((name) => !(name in files)),
		log: readLog(job.env["SNIPPET_LOG"] ?? ""),
	};
}

/** Only the stand-ins that record write one. */
function readLog(path: string): string[] {
	return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
}

async function runBatch(
	command: string,
	args: string[],
	jobs: Job[],
	root: string,
	around: Surroundings,
	...further: (string | undefined)[]
): Promise<void> {
	if (jobs.length === 0) return;
	const list = join(mkdtempSync(join(root, "list-")), "jobs.json");
	writeFileSync(list, JSON.stringify(jobs));
	const given = further.filter((value) => value !== undefined);
	const child = spawn(command, [...args, list, ...given], { env: baseEnvironment(root, around), stdio: "ignore" });
	await finish(child, () => jobs.filter(({ result }) => existsSync(result)).length);
}

async function runShells(jobs: Job[], root: string, around: Surroundings): Promise<void> {
	const queue = [...jobs];
	const work = async (): Promise<void> => {
		for (let job = queue.shift(); job; job = queue.shift()) {
			const env = { ...baseEnvironment(root, around), ...job.env };
			const { code, stdout, stderr } = await runProcess("bash", [job.file], { cwd: job.folder, env, timeout: STALL });
			const [out, err] = [stdout.toString(), stderr.toString()];
			// Bash goes on after a command that failed.
			const error = code !== 0 || err.trim() ? `exit code ${code}: ${err}` : undefined;
			writeFileSync(job.result, JSON.stringify({ error, printed: out }));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function baseEnvironment(root: string, { environment }: Surroundings): Record<string, string> {
	return { PATH: process.env["PATH"] ?? "", HOME: root, PYTHONDONTWRITEBYTECODE: "1", ...environment };
}

/** Waits for the end of a process; kills one whose `progress` no longer grows. */
async function finish(child: ChildProcess, progress: () => number): Promise<void> {
	let before = 0;
	const timer = setInterval(() => {
		const now = progress();
		if (now <= before) child.kill("SIGKILL");
		before = now;
	}, STALL);
	await new Promise<void>((resolve) => child.on("error", () => resolve()).on("close", () => resolve()));
	clearInterval(timer);
}

const VARIABLES: Record<string, RegExp> = {
	js: /process\.env(?:\.(\w+)|\[["']([^"']+)["']\])/g,
	python: /os\.(?:environ\[|getenv\(|environ\.get\()["']([^"']+)["']/g,
	sh: /\$\{?([A-Za-z_]\w*)/g,
};

/** The environment variables a snippet reads. */
function findVariables(content: string, language = "js"): string[] {
	const pattern = VARIABLES[language] ?? /$^/g;
	return [...new Set([...content.matchAll(pattern)].map(([, name, other]) => name ?? other ?? ""))].sort();
}
