import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { builtFile } from "../../helpers/built.ts";
import { completion, reply } from "../../helpers/chat-service.ts";

/** The built `hub serve` in front of a router on loopback. */
export interface ServedHub {
	port: number;
	/** Calls that the router answered, and those that were given up before their end. */
	router: { open: number; answered: number; dropped: number };
	/** Streams that begin from now on stop after their first token, until the returned function is called. */
	holdStreams(): () => void;
	/** Megabytes resident. */
	memory(): number;
	isRunning(): boolean;
	/** @returns the exit code */
	stop(signal: NodeJS.Signals): Promise<number | null>;
	/** Ends everything. */
	close(): Promise<void>;
}

export interface RouterOptions {
	/** Tokens of a stream, and milliseconds between them. */
	tokens?: number;
	pause?: number;
}

/** @param args of `hub serve` besides the port */
export async function startHub(
	args: readonly string[] = ["--no-key"],
	{ tokens = 5, pause = 1 }: RouterOptions = {},
): Promise<ServedHub> {
	const router = { open: 0, answered: 0, dropped: 0 };
	let held: Promise<void> | undefined;
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (part: Buffer) => {
			body += part.toString();
		});
		request.on("end", () => {
			if (request.method !== "POST") return reply(response, 404, { error: "not found" });
			router.open++;
			let isDone = false;
			response.on("close", () => {
				router.open--;
				if (isDone) router.answered++;
				else router.dropped++;
			});
			const finish = (): void => {
				isDone = true;
			};
			if (!body.includes('"stream":true')) {
				finish();
				return reply(response, 200, completion("Hello"));
			}
			response.writeHead(200, { "content-type": "text/event-stream" });
			let left = tokens;
			const next = (): void => {
				if (response.destroyed) return;
				if (left-- > 0) {
					response.write(event({ content: "word " }, null));
					const hold = held ?? Promise.resolve();
					void hold.then(() => setTimeout(next, pause));
				} else {
					finish();
					response.end(`${event({}, "stop")}data: [DONE]\n\n`);
				}
			};
			next();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const home = mkdtempSync(join(tmpdir(), "serve-"));
	const bin = builtFile("bin/hub.js");
	const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json", ...args], {
		stdio: ["ignore", "pipe", "ignore"],
		env: {
			PATH: process.env["PATH"],
			HOME: home,
			HF_TOKEN: "hf_token_of_a_test",
			HF_ENDPOINT: url,
			HUB_ROUTER_URL: url,
			HUB_LOG: "off",
		},
	});
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	const ended = once(child, "exit") as Promise<[number | null]>;
	return {
		port: Number(new URL((JSON.parse(line) as { url: string }).url).port),
		router,
		holdStreams: () => {
			let release = (): void => undefined;
			held = new Promise((resolve) => {
				release = resolve;
			});
			return () => {
				held = undefined;
				release();
			};
		},
		memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		stop: async (signal) => {
			child.kill(signal);
			return (await ended)[0];
		},
		close: async () => {
			child.kill("SIGKILL");
			await ended;
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
			rmSync(home, { recursive: true, force: true });
		},
	};
}

function event(delta: object, finish: string | null): string {
	return `data: ${JSON.stringify({ id: "x", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}
