/**
 * Kills the built command at any moment while it writes results, settings and templates: a file must be whole or as it
 * was.
 *
 *     npm run soak:kill -- [kills]
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Template } from "../../src/template/index.ts";
import { builtFile } from "../helpers/built.ts";

const HUB = builtFile("bin/hub.js");
const TEMPLATE = "{% if a %}{{ a }}{% endif %}".repeat(2000);

const FORMATTED = `${new Template(TEMPLATE).format().replace(/\n$/, "")}\n`;

/** Kills the command so many times; returns what was found broken. */
export async function killWriters(kills: number): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), "hub-kill-"));
	const [image, template, config] = ["x.png", "a.jinja", "config/config.json"].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	const env = { PATH: process.env["PATH"], HOME: folder, HUB_CONFIG_DIR: join(folder, "config") };
	const lines = [
		["infer", "-t", "t2i", "--sandbox", "--param", "width=256", "--param", "height=256", "x", "-o", image, "--force"],
		["template", "format", template, "--write"],
		["config", "set", "timeout", "30"],
	];
	const broken: string[] = [];
	try {
		for (let count = 0; count < kills; count++) {
			writeFileSync(template, TEMPLATE);
			const args = lines[count % lines.length] ?? [];
			const child = spawn(process.execPath, [HUB, ...args], { env, cwd: folder, stdio: "ignore" });
			const ended = new Promise((resolve) => child.on("close", resolve));
			await sleep(Math.random() * 700);
			child.kill("SIGKILL");
			await ended;
			if (existsSync(image) && !isWholePng(image)) broken.push(`${count}: half a picture`);
			const text = readFileSync(template, "utf8");
			if (text !== TEMPLATE && text !== FORMATTED) broken.push(`${count}: half a template`);
			if (existsSync(config) && !isJson(config)) broken.push(`${count}: half a configuration`);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return broken;
}

function isWholePng(path: string): boolean {
	const bytes = readFileSync(path);
	return bytes.subarray(1, 4).toString() === "PNG" && bytes.includes("IEND");
}

function isJson(path: string): boolean {
	try {
		JSON.parse(readFileSync(path, "utf8"));
		return true;
	} catch {
		return false;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [kills = 360] = process.argv.slice(2).map(Number);
	const broken = await killWriters(kills);
	process.stdout.write(`${kills} kills: ${broken.length === 0 ? "no file was broken" : broken.join(", ")}\n`);
	process.exitCode = broken.length > 0 ? 1 : 0;
}
