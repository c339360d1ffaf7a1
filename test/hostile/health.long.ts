import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";

const MEGABYTE = 2 ** 20;
const PIECE = "a word or two ".repeat(4096);

/** A router whose answers are huge: 60 MB as a whole, or a stream of 60 MB. */
function startRouter(): Promise<{ url: string; close(): void }> {
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (part: Buffer) => {
			body += part.toString();
		});
		request.on("end", async () => {
			if (request.method !== "POST") {
				response.writeHead(404).end("{}");
				return;
			}
			const isStream = body.includes('"stream":true');
			const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: PIECE }, finish_reason: null }] })}\n\n`;
			response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
			if (!isStream) response.write('{"choices":[{"index":0,"message":{"role":"assistant","content":"');
			for (let size = 0; size < 60 * MEGABYTE && !response.destroyed; size += PIECE.length) {
				if (!response.write(isStream ? event : PIECE)) await new Promise((resolve) => response.once("drain", resolve));
			}
			response.end(isStream ? "data: [DONE]\n\n" : '"},"finish_reason":"stop"}]}');
		});
	});
	return new Promise((resolve) => {
		server.listen(0, "127.0.0.1", () => {
			const close = (): void => {
				server.close();
				server.closeAllConnections();
			};
			resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
		});
	});
}

const percentile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Times `/health` while an answer of 60 MB passes. */
async function measure(args: readonly string[], isStream: boolean): Promise<{ times: number[]; memory: number }> {
	const folder = mkdtempSync(join(tmpdir(), "hub-health-"));
	const router = await startRouter();
	const env = {
		PATH: process.env["PATH"],
		HOME: folder,
		HF_TOKEN: "hf_health_health",
		HUB_ROUTER_URL: router.url,
		HF_ENDPOINT: router.url,
	};
	const hub = spawn(process.execPath, [await builtFile("bin/hub.js"), "serve", "--no-key", "--port", "0", ...args], {
		cwd: folder,
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	try {
		let url = "";
		for await (const line of createInterface({ input: hub.stderr })) {
			url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? "";
			if (url !== "") break;
		}
		hub.stderr.resume();
		let isOver = false;
		let memory = 0;
		const call = (async () => {
			const body = JSON.stringify({
				model: "org/model",
				messages: [{ role: "user", content: "Hi" }],
				stream: isStream,
			});
			const headers = { "content-type": "application/json" };
			const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body, headers });
			expect(response.status).toBe(200);
			let size = 0;
			for await (const part of response.body ?? []) size += part.length;
			expect(size).toBeGreaterThan(60 * MEGABYTE);
			// What is kept is written after the end.
			await sleep(1500);
		})().finally(() => {
			isOver = true;
		});
		// Awaited below; until then a rejection must not count as unhandled.
		call.catch(() => undefined);
		const times: number[] = [];
		while (!isOver) {
			const started = performance.now();
			await (await fetch(`${url}/health`)).text();
			times.push(performance.now() - started);
			memory = Math.max(
				memory,
				Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${hub.pid}/status`, "utf8"))?.[1]) / 1024,
			);
			await sleep(5);
		}
		await call;
		return { times: times.sort((a, b) => a - b), memory };
	} finally {
		hub.kill("SIGKILL");
		router.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

describe("/health beside an answer of 60 MB", () => {
	it.each([
		["a whole answer", [], false],
		["a recorded whole answer", ["--record", "r"], false],
		["a logged whole answer", ["--log=content"], false],
		["a stream", [], true],
		["a recorded stream", ["--record", "r"], true],
		["a logged stream", ["--log=content"], true],
	] as const)("%s", async (name, args, isStream) => {
		const { times, memory } = await measure(args, isStream);
		const [middle, high, most] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
		process.stdout.write(
			`${name}: ${times.length} calls, p50 ${middle} ms, p99 ${high} ms, most ${most} ms, ${memory.toFixed(0)} MB\n`,
		);
		expect(memory).toBeLessThan(250);
		// The machine may stop for a moment: the slowest hundredth does not count.
		expect(percentile(times, 0.99)).toBeLessThan(50);
	});
});
