import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { isInstalled } from "../../helpers/programs.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const HUB = builtFile("bin/hub.js");
let service: ChatService;
let home: Home;
beforeAll(async () => {
	service = await startChatService({ delay: 150 });
});
afterAll(() => service.close());
beforeEach(() => {
	home = createHome();
	service.asked.clear();
	writeFileSync(
		join(home.folder, "in.jsonl"),
		Array.from({ length: 60 }, (_, index) => `{"text":"n${index}"}\n`).join(""),
	);
	return () => home.remove();
});

const count = (name: string): number => readFileSync(join(home.folder, name), "utf8").split("\n").length - 1;

/** Starts the built command, and signals it when some rows are done. */
async function interrupt(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }> {
	const args = [
		"batch",
		"in.jsonl",
		"-o",
		"out.jsonl",
		"-t",
		"chat",
		"-m",
		"m",
		"--endpoint",
		service.url,
		"--concurrency",
		"4",
	];
	const child = spawn(process.execPath, [HUB, ...args, "--progress", "none"], {
		cwd: home.folder,
		env: home.env,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let stderr = "";
	child.stderr.on("data", (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	while (service.asked.size < 6) await new Promise((resolve) => setTimeout(resolve, 10));
	child.kill(signal);
	const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
	return { code, stderr };
}

describe("signals", () => {
	it.each([
		["SIGINT", 130],
		["SIGTERM", 143],
		["SIGHUP", 129],
	] as const)("%s lets calls in flight finish and ends with %i", async (signal, code) => {
		const result = await interrupt(signal);
		expect(result.code).toBe(code);
		expect(result.stderr).toContain("Run the same command again to continue.");
		// Every row that was asked has its line.
		expect(count("out.jsonl")).toBe(service.asked.size);
		expect(service.asked.size).toBeLessThan(60);
	});
});

it("drops calls in flight on the second Ctrl-C, and says how to continue", async () => {
	const silent = await startChatService({ intercept: ({ count, prompt }) => prompt !== "n0" && count > 0 });
	onTestFinished(() => silent.close());
	const args = `batch in.jsonl -o out.jsonl -t chat -m m --endpoint ${silent.url} --concurrency 4 --progress none`;
	const child = spawn(process.execPath, [HUB, ...args.split(" ")], {
		cwd: home.folder,
		env: home.env,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let stderr = "";
	child.stderr.on("data", (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	const until = async (isReached: () => boolean): Promise<void> => {
		while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 10));
	};
	await until(() => silent.asked.size === 5);
	child.kill("SIGINT");
	await until(() => stderr.includes("Press Ctrl-C again"));
	child.kill("SIGINT");
	const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
	expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining("Run the same command again") });
	expect(existsSync(join(home.folder, "out.jsonl.lock"))).toBe(false);
	expect(count("out.jsonl")).toBe(1);
});

describe("two processes", () => {
	it("rejects a second one on the same output", async () => {
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const slow = await startChatService({ intercept: () => held.then(() => false) });
		onTestFinished(() => slow.close());
		const line = `hub batch in.jsonl -o out.jsonl -t chat -m m --endpoint ${slow.url} --progress none --concurrency 4`;
		const first = home.run(line, { real: true });
		while (slow.asked.size < 1) await new Promise((resolve) => setTimeout(resolve, 10));
		const second = await home.run(line);
		expect(second.code).toBe(1);
		expect(second.stderr).toMatch(
			/Another process uses .*out\.jsonl: process \d+ on \S+, since .* UTC\.\n.*Wait until it ends/,
		);
		const status = await home.run("hub batch status out.jsonl --json");
		expect(JSON.parse(status.stdout)).toMatchObject({ running: true });
		release();
		expect(await first).toMatchObject({ code: 0 });
	});
});

const hasParallel = isInstalled("parallel");

describe("GNU parallel", () => {
	it.skipIf(!hasParallel)("runs the shards, which merge to the whole", { timeout: 120_000 }, async () => {
		const line = `hub batch in.jsonl -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none --text`;
		const { code } = await home.run(`parallel --will-cite -j2 ${line} --shard {}/3 ::: 0 1 2`, { real: true });
		expect(code).toBe(0);
		expect(await home.run("hub batch merge out-*-of-00003.jsonl -o merged.jsonl", { real: true })).toMatchObject({
			code: 0,
		});
		await home.run(`${line.replace("out.jsonl", "whole.jsonl")} --ordered`);
		const strip = (name: string): string[] =>
			readFileSync(join(home.folder, name), "utf8")
				.split("\n")
				.map((text) => text.replace(/"seconds":[\d.]+/, ""));
		expect(strip("merged.jsonl")).toEqual(strip("whole.jsonl"));
	});
});

it.each(["arrow", "parquet"])("writes vectors to .%s, built too", async (form) => {
	const line = `hub batch in.jsonl --limit 2 -o e.${form} -t embed -p together --sandbox --progress none`;
	expect(await home.run(line, { real: true })).toMatchObject({ code: 0 });
	expect(readFileSync(join(home.folder, `e.${form}`), "latin1")).toMatch(/^(?:ARROW1|PAR1)/);
});
