/** The files of the image, put together here: Node, what it links to, and the package; and a start of it without rights. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, cp, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
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

/** The command and its check in the image, from the description that container tools read. */
async function readContainerfile(file: string): Promise<{ start: string[]; check: string[] }> {
	const text = await readFile(file, "utf8");
	const words = (pattern: RegExp): string[] => JSON.parse(pattern.exec(text)?.[1] ?? "null");
	return { start: words(/^ENTRYPOINT (.*)$/m), check: words(/^HEALTHCHECK .* CMD (.*)$/m) };
}

/** Fails where the file system can be written; then becomes `hub serve`, so that a signal reaches it. */
const START = `
root=$1; shift
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" || exit 99
mount -t tmpfs -o uid=${NOBODY},gid=${NOBODY} tmpfs "$root/data" || exit 99
touch "$root/app/written" 2>/dev/null && exit 98
exec chroot --userspec=${NOBODY}:${NOBODY} "$root" "$@"`;

/**
 * Starts `hub serve` in the image as a user without rights, on a file system that cannot be written, waits for its health
 * check, and ends it.
 * @returns why it could not be tried; undefined if it was healthy
 * @throws Error if it is not healthy, or does not end
 */
export async function tryImage(root: string, containerfile: string): Promise<string | undefined> {
	const { start, check } = await readContainerfile(containerfile);
	const folders = { HUB_CONFIG_DIR: "/data/config", HUB_DATA_DIR: "/data/data", HUB_CACHE_DIR: "/data/cache" };
	const env = { ...folders, HOME: "/data", PATH: process.env["PATH"] };
	const port = String(await findPort());
	const serve = [...start, "serve", "--sandbox", "--port", port, "--no-key"];
	const child = spawn("unshare", ["--mount", "sh", "-c", START, "sh", root, ...serve], {
		env,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let said = "";
	child.stderr.on("data", (text) => {
		said += text;
	});
	const ended = new Promise<number>((resolve) => {
		child.once("exit", (code, signal) => resolve(code ?? (signal ? 128 : 0))).once("error", () => resolve(99));
	});
	const isHealthy = (): boolean => {
		const words = check.map((word) => word.replace("4141", port));
		const options = ["--userspec", `${NOBODY}:${NOBODY}`, root, ...words];
		return spawnSync("chroot", options, { env, stdio: "ignore", timeout: 3000 }).status === 0;
	};
	try {
		for (let tries = 0; tries < 100; tries++) {
			const code = await Promise.race([ended, sleep(100, "running" as const)]);
			if (code === 99) return `mounts are not allowed here: ${said.trim()}`;
			if (code === 98) throw new Error("The file system of the image can be written.");
			if (code !== "running") throw new Error(`hub serve has ended in the image: ${said}`);
			if (!isHealthy()) continue;
			child.kill("SIGTERM");
			const end = await Promise.race([ended, sleep(5000, "running" as const)]);
			if (end === "running") throw new Error("hub serve does not end after SIGTERM in the image.");
			return undefined;
		}
		throw new Error(`hub serve did not become healthy in the image: ${said}`);
	} finally {
		child.kill("SIGKILL");
	}
}

/** Returns a port that is free. */
async function findPort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
