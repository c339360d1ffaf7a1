import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { createHome } from "../helpers/session.ts";

const hostile = fileURLToPath(new URL("../helpers/hostile-server.mjs", import.meta.url));

describe("processes of servers of tools", () => {
	/** The mark is an argument of its own only for the server: for the command, and a copy of it that starts a program, it is part of one. */
	const isAlive = (mark: string): boolean =>
		readdirSync("/proc").some((id) => {
			try {
				return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(mark);
			} catch {
				return false;
			}
		});

	it.skipIf(process.platform !== "linux").each([
		["after the run", "leaves-children", undefined, 0],
		["after SIGINT", "stays", "SIGINT", 130],
		["after SIGTERM", "stays", "SIGTERM", 143],
		["after kill -9", "stays", "SIGKILL", "SIGKILL"],
		["after kill -9, with their own children", "leaves-children", "SIGKILL", "SIGKILL"],
	] as const)("are gone %s", async (_, mode, signal, ending) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const mark = `mark-${mode}-${signal}-${process.pid}`;
		// A model that never answers: once it is asked, the server of tools has shaken hands.
		let ask: () => void;
		const isAsked = new Promise<void>((resolve) => (ask = resolve));
		const model = createServer(() => ask()).listen(0, "127.0.0.1");
		await once(model, "listening");
		const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
		const place = signal ? ["--endpoint", url, "--model", "silent"] : ["--sandbox"];
		const tools = ["--mcp", `node ${hostile} ${mode} ${mark}`, "--allow-tools", "*"];
		const hub = spawn(process.execPath, [builtFile("bin/hub.js"), ...place, ...tools, "Use the tool look."], {
			env: home.env,
			stdio: "ignore",
		});
		const ended = new Promise((resolve) => hub.once("exit", (code, killedBy) => resolve(killedBy ?? code)));
		if (signal) {
			await Promise.race([isAsked, ended]);
			expect(isAlive(mark)).toBe(true);
			hub.kill(signal);
		}
		expect(await ended).toBe(ending);
		model.close().closeAllConnections();
		for (let waited = 0; isAlive(mark) && waited < 10_000; waited += 50) await sleep(50);
		expect(isAlive(mark)).toBe(false);
	});
});
