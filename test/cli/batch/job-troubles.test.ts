import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type BatchService, startBatchService } from "../../helpers/batch-service.ts";
import { builtFile } from "../../helpers/built.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: BatchService;
let home: Home;
beforeEach(async () => {
	service = await startBatchService();
	home = createHome({ "in.jsonl": Array.from({ length: 6 }, (_, index) => `{"text":"Say w${index}"}\n`).join("") });
});
afterEach(async () => {
	home.remove();
	await service.close();
});

const command = (model = "sandbox/x"): string =>
	`hub batch in.jsonl -o out.jsonl -t chat -m ${model} --endpoint ${service.url} --via provider --poll 0 --json --progress none --retries 0`;
const run = (model?: string): Promise<Outcome> => home.run(command(model));
const read = (name: string): string => readFileSync(join(home.folder, name), "utf8");
const lines = (): { id: string; output?: object; error?: { kind: string; message: string } }[] =>
	read("out.jsonl")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { id: string });
const created = (): number => service.asked.filter((asked) => asked === "POST /v1/batches").length;
/** Each row has one line, with a result. */
const expectAll = (): void => {
	expect(
		lines()
			.filter(({ output }) => output)
			.map(({ id }) => id)
			.sort(),
	).toEqual(["0", "1", "2", "3", "4", "5"]);
	expect(lines()).toHaveLength(6);
};

it("sends expired rows again", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		const text = await (await answer()).text();
		const expired = text.replace(
			/"custom_id":"2","response":.*/,
			'"custom_id":"2","response":null,"error":{"code":"batch_expired","message":"Too late."}}',
		);
		return new Response(expired);
	};
	expect(await run()).toMatchObject({ code: 1 });
	expect(lines().find(({ id }) => id === "2")?.error).toEqual({ kind: "timeout", message: "batch_expired: Too late." });
	const again = await run();
	expect(again.code).toBe(0);
	expect(JSON.parse(again.stdout)).toMatchObject({ done: 6, failed: 0, left: 0, jobs: [{ rows: 6 }, { rows: 1 }] });
	expectAll();
});

it("sends only the failed rows again with --retry-failed", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		const text = (await (await answer()).text()).replace(/.*"custom_id":"4".*\n/, "");
		const failure = '"custom_id":"2","response":null,"error":{"code":"batch_expired","message":"Too late."}}';
		return new Response(text.replace(/"custom_id":"2","response":.*/, failure));
	};
	expect(await run()).toMatchObject({ code: 1 });
	const again = await home.run(`${command()} --retry-failed`);
	expect(JSON.parse(again.stdout)).toMatchObject({ done: 6, failed: 0, left: 0, jobs: [{ rows: 6 }, { rows: 2 }] });
	expect(again.code).toBe(0);
	expectAll();
});

it("counts rows that are in neither file as failed, and sends them again", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		const text = await (await answer()).text();
		return new Response(text.replace(/.*"custom_id":"4".*\n/, ""));
	};
	const first = await run();
	expect(first.code).toBe(1);
	expect(JSON.parse(first.stdout)).toMatchObject({ done: 5, failed: 1, left: 0 });
	const error = { kind: "malformed", message: "The batch service returned no result for this row." };
	expect(lines().filter((line) => line.error)).toMatchObject([{ id: "4", error }]);
	expect(lines()).toHaveLength(6);
	expect(await run()).toMatchObject({ code: 0 });
	expectAll();
});

/** The lines of the service's file, in the order of the rows. */
async function readLines(answer: () => Promise<Response>): Promise<string[]> {
	const all = (await (await answer()).text()).trimEnd().split("\n");
	const idOf = (line: string): number => Number((JSON.parse(line) as { custom_id: string }).custom_id);
	return all.sort((one, other) => idOf(one) - idOf(other));
}

/** Runs with results that are changed once; each line is one of the output file. */
async function runWith(change: (lines: string[]) => string[]): Promise<Outcome> {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		return new Response(`${change(await readLines(answer)).join("\n")}\n`);
	};
	return await run();
}
const renamed = (line: string | undefined, id: unknown): string =>
	JSON.stringify({ ...(JSON.parse(line ?? "{}") as object), custom_id: id });
const ERRORS = {
	missing: { kind: "malformed", message: "The batch service returned no result for this row." },
	double: { kind: "malformed", message: "The batch service returned several results for this row." },
};

it.each<
	[what: string, change: (lines: string[]) => string[], failed: Record<string, object>, said: RegExp | undefined]
>([
	["shuffled results", (all) => [...all].reverse(), {}, undefined],
	["a doubled id", (all) => [...all, all[1] ?? ""], { 1: ERRORS.double }, undefined],
	[
		"a doubled id in place of another",
		(all) => all.map((line, at) => (at === 3 ? renamed(line, "5") : line)),
		{
			3: ERRORS.missing,
			5: ERRORS.double,
		},
		undefined,
	],
	[
		"one more, foreign id",
		(all) => [...all, renamed(all[0], "77")],
		{},
		/1 result without a matching row \(custom_id: "77"\)/,
	],
	...[null, "", " 2", "2.0", "02", "+2", "0x2", "2e0", "-2", 2, [2], true, "__proto__", "9".repeat(40)].map(
		(id): [string, (all: string[]) => string[], Record<string, object>, RegExp] => [
			`the id ${JSON.stringify(id)}`,
			(all) => all.map((line, at) => (at === 2 ? renamed(line, id) : line)),
			{ 2: ERRORS.missing },
			/1 result without a matching row/,
		],
	),
	[
		"a line that is no JSON",
		(all) => all.map((line, at) => (at === 4 ? line.slice(0, 40) : line)),
		{
			4: ERRORS.missing,
		},
		/custom_id: none/,
	],
])("gives each row its own result, or none: %s", async (_, change, failed, said) => {
	const outcome = await runWith(change);
	const isSound = Object.keys(failed).length === 0 && !said;
	expect(outcome.code, outcome.stderr).toBe(isSound ? 0 : 1);
	if (said) expect(outcome.stderr).toMatch(said);
	else expect(outcome.stderr).toBe("");
	const counts = { done: 6 - Object.keys(failed).length, failed: Object.keys(failed).length, left: 0 };
	expect(JSON.parse(outcome.stdout)).toMatchObject(counts);
	expect(lines()).toHaveLength(6);
	for (const { id, output, error } of lines()) {
		expect(error).toEqual(failed[id]);
		if (!failed[id]) expect(JSON.stringify(output)).toContain(`w${id}`);
	}
	const again = await run();
	expect(again.code, again.stderr).toBe(0);
	expectAll();
});

it("takes back a result of an earlier, cut run whose id comes twice", async () => {
	const doubled = async (answer: () => Promise<Response>): Promise<string[]> => {
		const all = await readLines(answer);
		return [...all, all[0] ?? ""];
	};
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async (later, answerLater) =>
			later.includes("/content") ? new Response((await doubled(answerLater)).join("\n")) : undefined;
		return new Response(`${(await doubled(answer)).slice(0, 2).join("\n")}\n`, { headers: { "x-cut": "yes" } });
	};
	expect((await run()).code).toBe(7);
	const again = await run();
	expect(again.code).toBe(1);
	expect(JSON.parse(again.stdout)).toMatchObject({ total: 6, done: 5, failed: 1, left: 0 });
	expect(lines().filter(({ error }) => error)).toMatchObject([{ id: "0", error: ERRORS.double }]);
	expect(lines()).toHaveLength(6);
});

it("does not take a row between others for one of a job that leaves it out", async () => {
	await runWith((all) => all.filter((_, at) => at !== 1 && at !== 3));
	expect(lines().filter(({ error }) => error)).toMatchObject([{ id: "1" }, { id: "3" }]);
	// Row 2 is between the two rows of the second job; a result for it is foreign there.
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		const all = await readLines(answer);
		return new Response([...all, renamed(all[0], "2")].join("\n"));
	};
	const again = await run();
	expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('custom_id: "2"') });
	expect(JSON.parse(again.stdout)).toMatchObject({ done: 6, failed: 0, jobs: [{ rows: 6 }, { rows: 2 }] });
	expectAll();
});

it("reports why a whole job failed, and writes no lines for it", async () => {
	service.intercept = async (asked, answer) => {
		if (!/^GET \/v1\/batches\//.test(asked)) return undefined;
		service.intercept = async () => undefined;
		const job = (await (await answer()).json()) as object;
		const errors = {
			object: "list",
			data: [{ code: "x", message: "Your quota is used up.", line: null, param: null }],
		};
		return Response.json({ ...job, status: "failed", errors, output_file_id: null });
	};
	const { code, stderr } = await run();
	expect(stderr).toContain("Your quota is used up.");
	expect(code).toBe(4);
	expect(read("out.jsonl")).toBe("");
	expect(await run()).toMatchObject({ code: 0 });
	expectAll();
});

it("finds the job of a request whose response was lost", async () => {
	service.intercept = async (asked, answer) => {
		if (asked !== "POST /v1/batches") return undefined;
		service.intercept = async () => undefined;
		await answer();
		throw new Error("The connection breaks");
	};
	expect(await run()).toMatchObject({ code: 7 });
	expect(created()).toBe(1);
	expect(await run()).toMatchObject({ code: 0 });
	expect(created()).toBe(1);
	expectAll();
});

it("names a second job of the same rows, which costs too", async () => {
	service.intercept = async (asked, answer) => {
		if (asked !== "POST /v1/batches") return undefined;
		service.intercept = async () => undefined;
		await answer();
		await answer();
		throw new Error("The connection breaks");
	};
	expect(await run()).toMatchObject({ code: 7 });
	const again = await run();
	expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/Part 0 is in several jobs; .*: batch_\w+\./) });
	expect(created()).toBe(1);
	expectAll();
});

it.each<[what: string, asked: RegExp, change: (job: object) => object | string]>([
	["an id that leads out of its paths", /^POST \/v1\/batches$/, (job) => ({ ...job, id: ".." })],
	["the id of another job", /^GET \/v1\/batches\//, (job) => ({ ...job, id: "batch_other" })],
	["a new job without an id", /^POST \/v1\/batches$/, (job) => ({ ...job, id: null })],
	["a file that leads out of its paths", /^GET \/v1\/batches\//, (job) => ({ ...job, output_file_id: ".." })],
	["more than --max-output", /^GET \/v1\/batches\//, (job) => ({ ...job, more: "x".repeat(200_000) })],
	["nothing but nesting", /^GET \/v1\/batches\//, () => "[".repeat(50_000) + "]".repeat(50_000)],
	["no JSON", /^GET \/v1\/batches\//, () => "{"],
])("stops at an answer with %s, and asks for nothing else", async (_, asked, change) => {
	service.intercept = async (line, answer) => {
		const response = await answer();
		if (!asked.test(line) || !response.ok) return response;
		const changed = change((await response.json()) as object);
		return new Response(typeof changed === "string" ? changed : JSON.stringify(changed));
	};
	const { code, stderr } = await home.run(`${command()} --max-output 150kB`);
	expect(code, stderr).toBe(5);
	expect(service.asked.filter((line) => !/^(?:GET|POST) \/v1\/(?:files|batches)(?:[/?]|$)/.test(line))).toEqual([]);
});

it("does not adopt a job of a run that --force discarded", async () => {
	expect(await run()).toMatchObject({ code: 0 });
	service.intercept = async (asked) => {
		if (asked === "POST /v1/batches") throw new Error("The connection breaks");
		return undefined;
	};
	expect(await home.run(`${command()} --force`)).toMatchObject({ code: 7 });
	service.intercept = async () => undefined;
	expect(await run()).toMatchObject({ code: 0 });
	expect(created()).toBe(3);
});

it("collects a partly collected result once", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		const text = await (await answer()).text();
		const part = text.split("\n").slice(0, 2).join("\n");
		return new Response(`${part}\n`, { headers: { "x-cut": "yes" } });
	};
	expect((await run()).code).toBe(7);
	expect(lines()).toHaveLength(2);
	const again = await run();
	expect(again.code).toBe(0);
	expect(JSON.parse(again.stdout)).toMatchObject({ total: 6, done: 6, left: 0 });
	expect(created()).toBe(1);
	expectAll();
});

it("resubmits jobs that the service has lost", async () => {
	service.intercept = async (asked) =>
		/^GET \/v1\/batches\//.test(asked) ? new Response("{}", { status: 404 }) : undefined;
	expect(await run()).toMatchObject({ code: 1, stderr: expect.stringMatching(/ended as gone: 6 rows have no result/) });
	service.intercept = async () => undefined;
	expect(await run()).toMatchObject({ code: 0 });
	expectAll();
});

it("leaves jobs running on Ctrl-C; the same command resumes, status shows and cancel cancels them", async () => {
	let isHeld = true;
	service.intercept = async (asked, answer) => {
		if (!isHeld || !/^GET \/v1\/batches\//.test(asked)) return undefined;
		const job = (await (await answer()).json()) as object;
		return Response.json({ ...job, status: "in_progress", output_file_id: null });
	};
	const [, ...args] = command().split(" ");
	const child = spawn(process.execPath, [builtFile("bin/hub.js"), ...args], {
		cwd: home.folder,
		env: home.env,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let stderr = "";
	child.stderr.on("data", (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	while (!service.asked.some((asked) => /^GET \/v1\/batches\//.test(asked)))
		await new Promise((done) => setTimeout(done, 10));
	child.kill("SIGINT");
	expect(await new Promise((done) => child.on("close", done))).toBe(130);
	expect(stderr).toContain("The provider keeps working on the jobs.");
	const status = await home.run("hub batch status out.jsonl --json");
	expect(JSON.parse(status.stdout)).toMatchObject({
		left: 6,
		running: false,
		jobs: [{ status: "in_progress", rows: 6 }],
	});
	isHeld = false;
	expect((await home.run("hub batch status out.jsonl")).stdout).toMatch(/Job batch_\w+ \(part 0, 6 rows\): completed/);
	const cancelled = await home.run("hub batch cancel out.jsonl --json");
	expect(cancelled).toMatchObject({ code: 0, stdout: '{"cancelled":0}\n' });
	expect(await run()).toMatchObject({ code: 0 });
	expect(created()).toBe(1);
	expectAll();
});

it("shows the last known jobs while the service is down, and cancels them when it is back", async () => {
	const down = Response.json({ error: { message: "The service is down." } }, { status: 500 });
	service.intercept = async (asked) => (/^GET \/v1\/batches\//.test(asked) ? down.clone() : undefined);
	expect((await run()).code).not.toBe(0);
	const status = await home.run("hub batch status out.jsonl --retries 0");
	expect(status.code).toBe(0);
	expect(status.stderr).toContain("last known state");
	expect(status.stdout).toContain("6 left");
	expect(status.stdout).toContain("(part 0, 6 rows): validating");
	service.intercept = async (asked, answer) => {
		if (!/^GET \/v1\/batches\//.test(asked)) return undefined;
		return Response.json({ ...((await (await answer()).json()) as object), status: "in_progress" });
	};
	const cancelled = await home.run("hub batch cancel out.jsonl --json");
	expect(cancelled).toMatchObject({ code: 0, stdout: '{"cancelled":1}\n' });
	expect(service.asked.at(-1)).toMatch(/^POST \/v1\/batches\/\w+\/cancel$/);
});

it("stops waiting at the deadline with code 6; the jobs continue", async () => {
	let isHeld = true;
	service.intercept = async (asked, answer) => {
		if (!isHeld || !/^GET \/v1\/batches\//.test(asked)) return undefined;
		const job = (await (await answer()).json()) as object;
		return Response.json({ ...job, status: "in_progress", output_file_id: null });
	};
	const late = await home.run(`${command()} --poll 0.05 --deadline 1.5`);
	expect(late).toMatchObject({ code: 6, stderr: expect.stringContaining("The provider keeps working on the jobs.") });
	isHeld = false;
	expect(await run()).toMatchObject({ code: 0 });
	expect(created()).toBe(1);
	expectAll();
});

it("checks the answers against --schema", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		const text = await (await answer()).text();
		return new Response(text.replace(/("custom_id":"3".*?"content":")(?:[^"\\]|\\.)*"/, '$1no JSON"'));
	};
	expect(await home.run(`${command()} --schema "name, age int"`)).toMatchObject({ code: 1 });
	expect(lines().filter(({ error }) => error)).toMatchObject([{ id: "3", error: { kind: "schema" } }]);
});
