/** The files of the image, put together here: Node, what it links to, and the package; and a start of it without rights. */
import { execFileSync, spawn } from "node:child_process";
import { chmod, copyFile, cp, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** User and group without rights, as images without a distribution have them. */
const NOBODY = 65_532;

/** Puts the root file system of the image together. @param tarball the packed package */
export async function buildImage(tarball: string, root: string): Promise<void> {
	await rm(root, { recursive: true, force: true });
	for (const folder of ["nodejs/bin", "app/node_modules", "data", "tmp", "etc", "proc", "dev"]) {
		await mkdir(join(root, folder), { recursive: true });
	}
	await copyFile(process.execPath, join(root, "nodejs/bin/node"));
	await chmod(join(root, "nodejs/bin/node"), 0o755);
	for (const library of listLibraries(process.execPath)) {
		await mkdir(join(root, dirname(library)), { recursive: true });
		await copyFile(await realpath(library), join(root, library));
	}
	execFileSync("tar", ["-xzf", tarball, "-C", join(root, "app")]);
	await cp(join(root, "app/package"), join(root, "app/node_modules/modelhub"), { recursive: true });
	await rm(join(root, "app/package"), { recursive: true });
	await writeFile(join(root, "etc/passwd"), `nonroot:x:${NOBODY}:${NOBODY}:nonroot:/data:/sbin/nologin\n`);
}

/** The shared libraries of a program, as the loader names them. */
function listLibraries(program: string): string[] {
	const lines = execFileSync("ldd", [program]).toString().split("\n");
	return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

/**
 * Starts `hub serve` in the image as a user without rights, on a file system that cannot be written, and asks for its health.
 * @returns why it could not be tried; undefined if it is healthy
 * @throws Error if it starts and is not healthy
 */
export async function tryImage(root: string, port: number): Promise<string | undefined> {
	const script = `
		mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs -o uid=${NOBODY},gid=${NOBODY} tmpfs "$0/data" || exit 99
		exec chroot --userspec=${NOBODY}:${NOBODY} "$0" /nodejs/bin/node /app/node_modules/modelhub/bin/hub.js serve --sandbox --port ${port} --no-key`;
	const env = {
		HUB_CONFIG_DIR: "/data/config",
		HUB_DATA_DIR: "/data/data",
		HUB_CACHE_DIR: "/data/cache",
		HOME: "/data",
		PATH: process.env["PATH"],
	};
	const child = spawn("unshare", ["--mount", "--fork", "--kill-child", "sh", "-c", script, root], {
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	child.stderr.on("data", (text) => (said += text));
	const ended = new Promise<number | null>((resolve) => child.once("exit", resolve).once("error", () => resolve(99)));
	try {
		for (let tries = 0; tries < 100; tries++) {
			const code = await Promise.race([ended, sleep(100, "running" as const)]);
			if (code === 99 || /Operation not permitted|not found/.test(said))
				return `mounts are not allowed here: ${said.trim()}`;
			if (code !== "running") throw new Error(`hub serve has ended in the image: ${said}`);
			const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
			if (answer?.ok) return undefined;
		}
		throw new Error(`hub serve did not become healthy in the image: ${said}`);
	} finally {
		child.kill("SIGKILL");
		child.unref();
		await Promise.race([ended, sleep(3000)]);
	}
}
