import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { startChatService } from "../../helpers/chat-service.ts";

describe.runIf(process.platform === "linux")("large rows", () => {
	it("60 lines of 5 MB take less than 400 MB of memory", { timeout: 300_000 }, async () => {
		const folder = mkdtempSync(join(tmpdir(), "large-rows-"));
		const service = await startChatService({ delay: 100 });
		try {
			const file = openSync(join(folder, "in.jsonl"), "w");
			for (let row = 0; row < 60; row++) writeSync(file, `${JSON.stringify({ text: `${row} `.repeat(1_700_000) })}\n`);
			closeSync(file);
			const args = ["in.jsonl", "-o", "out.jsonl", "-t", "chat", "-m", "m", "--endpoint", service.url, "--text"];
			const peak = join(folder, "peak");
			const measure = `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)))`;
			const hook = `data:text/javascript,${encodeURIComponent(`import { createRequire } from "node:module"; const require = createRequire("file:///"); ${measure}`)}`;
			const child = spawn(process.execPath, ["--import", hook, builtFile("bin/hub.js"), "batch", ...args], {
				cwd: folder,
				env: { PATH: process.env["PATH"] ?? "", HOME: folder },
				stdio: "ignore",
			});
			expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
			expect(Number(readFileSync(peak, "utf8")) / 1024).toBeLessThan(400);
		} finally {
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
