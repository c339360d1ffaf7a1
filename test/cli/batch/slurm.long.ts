import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { startChatService } from "../../helpers/chat-service.ts";
import { isInstalled } from "../../helpers/programs.ts";
import { freePort } from "../../helpers/server.ts";

const bin = builtFile("bin/hub.js");
const ROWS = 800;
const SHARDS = 8;
/** Its daemons switch users, and count processes by control groups. */
const isPossible = ["slurmctld", "slurmd", "sbatch"].every(isInstalled) && process.getuid?.() === 0;

/** Starts a cluster of one node in a folder. Returns the variables with which its commands reach it. */
async function startSlurm(folder: string): Promise<Record<string, string>> {
	const [node] = hostname().split(".");
	const state = join(folder, "state");
	mkdirSync(state);
	writeFileSync(join(folder, "cgroup.conf"), "CgroupPlugin=cgroup/v1\n");
	writeFileSync(
		join(folder, "slurm.conf"),
		`ClusterName=test
SlurmctldHost=${node}(127.0.0.1)
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
AuthType=auth/none
CredType=cred/none
SlurmUser=root
StateSaveLocation=${state}
SlurmdSpoolDir=${state}
SlurmctldPidFile=${state}/controller.pid
SlurmdPidFile=${state}/node.pid
SlurmdLogFile=${state}/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerParameters=sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=${node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`,
	);
	const env = { PATH: `${folder}:${process.env["PATH"]}`, HOME: folder, SLURM_CONF: join(folder, "slurm.conf") };
	const daemons: ChildProcess[] = [];
	onTestFinished(async () => {
		for (const daemon of daemons.reverse()) {
			const ended = new Promise((resolve) => daemon.once("close", resolve));
			if (daemon.kill()) await ended;
		}
	});
	daemons.push(spawn("slurmctld", ["-D"], { env, stdio: "ignore" }));
	daemons.push(spawn("slurmd", ["-D", "-N", node ?? ""], { env, stdio: "ignore" }));
	const idle = (): string => spawnSync("sinfo", ["-h", "-o", "%t"], { env, encoding: "utf8", timeout: 10_000 }).stdout;
	await vi.waitFor(() => expect(idle()).toBe("idle\n"), { timeout: 60_000, interval: 500 });
	return env;
}

it.skipIf(!isPossible)(
	"the recipe of Slurm runs on a cluster, and a task that is requeued pays no row twice",
	{
		timeout: 600_000,
	},
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "slurm-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const service = await startChatService({ delay: 30 });
		onTestFinished(() => service.close());
		writeFileSync(join(folder, "hub"), `#!/bin/bash\nexec ${process.execPath} ${bin} "$@"\n`);
		chmodSync(join(folder, "hub"), 0o755);
		writeFileSync(join(folder, "in.jsonl"), Array.from({ length: ROWS }, (_, row) => `{"text":"n${row}"}\n`).join(""));
		const env = await startSlurm(folder);
		const run = (command: string, args: readonly string[]): string =>
			execFileSync(command, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
		const line = `hub batch in.jsonl -o out/ -t chat -m m --endpoint ${service.url} --concurrency 4`.split(" ");
		const recipe = ["batch", "recipe", "slurm", "--shards", String(SHARDS), "--workers", "2"];
		writeFileSync(join(folder, "job.sh"), run("hub", [...recipe, "--", ...line]));
		run("sbatch", ["--test-only", "job.sh"]);
		const job = run("sbatch", ["--parsable", "job.sh"]).trim();
		await vi.waitFor(() => expect(service.answered.size).toBeGreaterThan(10), { timeout: 60_000 });
		// As when its node is taken back: it ends by the signal, and Slurm starts it again.
		run("scontrol", ["requeue", `${job}_0`]);
		const left = (): string => run("squeue", ["-h", "-j", job]);
		await vi.waitFor(() => expect(left()).toBe(""), { timeout: 400_000, interval: 1000 });
		run("hub", ["batch", "merge", "out/", "-o", "all.jsonl"]);
		const ids = readFileSync(join(folder, "all.jsonl"), "utf8")
			.trim()
			.split("\n")
			.map((row) => (JSON.parse(row) as { id: string }).id);
		expect(ids).toEqual(Array.from({ length: ROWS }, (_, row) => String(row)));
		expect(readdirSync(folder).filter((name) => name.startsWith("slurm-"))).toHaveLength(SHARDS);
		// At most the calls in flight of the task that was stopped.
		expect([...service.asked.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(4);
	},
);
