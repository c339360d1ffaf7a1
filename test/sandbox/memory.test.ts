import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { createHome } from "../helpers/session.ts";
import { KEY, LARGE_REQUESTS } from "./large-requests.ts";

const COMMAND = builtFile("bin/hub.js");
/** Resident memory that no request may need, in bytes. */
const MAX = 300 << 20;

const isLinux = process.platform === "linux";

it.skipIf(!isLinux)("hub sandbox stays below 300 MB through all large requests", { timeout: 120_000 }, async () => {
	const home = createHome();
	const child = spawn(process.execPath, [COMMAND, "sandbox", "--port", "0", "--json"], {
		env: home.env,
		cwd: home.folder,
		stdio: ["ignore", "pipe", "ignore"],
	});
	onTestFinished(async () => {
		child.kill();
		await once(child, "exit");
		home.remove();
	});
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	const { url } = JSON.parse(line) as { url: string };
	const peak = (): number => {
		const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
	};
	for (const [name, body] of LARGE_REQUESTS) {
		const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers: KEY, body: body() });
		await response.body?.cancel();
		expect(`${name}: ${peak() < MAX ? "within" : `${Math.round(peak() / 2 ** 20)} MB, beyond`} bounds`).toBe(
			`${name}: within bounds`,
		);
	}
});
