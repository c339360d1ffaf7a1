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
	expect(JSON.parse(again.stdout)).toMatchObject({ done: 5, failed: 0, left: 1, jobs: [{ rows: 6 }, { rows: 1 }] });
	expect(await run()).toMatchObject({ code: 0 });
	expectAll();
});

it("leaves rows that are in neither file to the next run", async () => {
	service.intercept = async (asked, answer) => {
		if (!asked.includes("/content")) return undefined;
		service.intercept = async () => undefined;
		const text = await (await answer()).text();
		return new Response(text.replace(/.*"custom_id":"4".*\n/, ""));
	};
	expect(await run()).toMatchObject({ code: 1 });
	expect(lines()).toHaveLength(5);
	expect(await run()).toMatchObject({ code: 0 });
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

it.each<[what: string, asked: RegExp, change: (job: object) => object | string]>([
	["an id that leads out of its paths", /^POST \/v1\/batches$/, (job) => ({ ...job, id: ".." })],
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
	expect(await run()).toMatchObject({ code: 1 });
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
