import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../helpers/built.ts";
import type { ChatService } from "../../helpers/chat-service.ts";

/** A process that counts processes for itself from 1, as those of a container do, on a host with the same name as others. */
const CONTAINER = [
	"--pid",
	"--fork",
	"--kill-child",
	"--mount-proc",
	"--uts",
	"sh",
	"-c",
	'hostname box; exec "$@"',
	"sh",
];

/** Why containers cannot be made here; undefined if they can. */
export function findObstacle(): string | undefined {
	const { error, status, stderr } = spawnSync("unshare", [...CONTAINER, "true"], { encoding: "utf8" });
	if (error) return "unshare is not installed";
	return status === 0 ? undefined : `unshare is not permitted: ${stderr.trim()}`;
}

/** `hub batch` of some rows in a container. */
export interface ContainerRun {
	/** The process of `unshare`, outside of the container. */
	child: ChildProcess;
	stderr(): string;
	ended: Promise<number | null>;
}

export function openRows(count: number): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), "containers-"));
	const rows = Array.from({ length: count }, (_, index) => `{"id":"r${index}","text":"n${index}"}\n`);
	writeFileSync(join(folder, "in.jsonl"), rows.join(""));
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @param output a file, or a folder of parts */
export function runInContainer(folder: string, service: ChatService, output = "out.jsonl"): ContainerRun {
	const args = ["batch", "in.jsonl", "-o", output, "-t", "chat", "-m", "m", "--endpoint", service.url];
	const limits = ["--progress", "none", "--concurrency", "4", "--fixed"];
	const line = [process.execPath, builtFile("bin/hub.js"), ...args, ...limits];
	const env = { PATH: process.env["PATH"], HOME: folder };
	const child = spawn("unshare", [...CONTAINER, ...line], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
	let stderr = "";
	child.stderr.on("data", (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	return { child, stderr: () => stderr, ended: new Promise((resolve) => child.on("close", resolve)) };
}

/** Id of the program in a container, as it is known outside. */
export function programOf({ child }: ContainerRun): number {
	return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
}

/** The ids of the rows of an output, in its order. */
export function readIds(folder: string): string[] {
	const path = join(folder, "out.jsonl");
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
	return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}
