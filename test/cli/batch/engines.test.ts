import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createHome, type Home } from "../../helpers/session.ts";

/** The fenced block of `docs/batch.md` below a heading. */
function recipe(heading: string): string {
	const text = readFileSync(join(import.meta.dirname, "../../../docs/batch.md"), "utf8");
	const section = text.slice(text.indexOf(`### ${heading}`));
	return /```\w*\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
}

interface Manifest {
	apiVersion: string;
	kind: string;
	spec: {
		completionMode: string;
		completions: number;
		parallelism: number;
		template: {
			spec: {
				restartPolicy: string;
				terminationGracePeriodSeconds: number;
				containers: Container[];
				volumes: object[];
			};
		};
	};
}

interface Container {
	name: string;
	image: string;
	args: string[];
	volumeMounts: { name: string; mountPath: string }[];
}

describe("recipes for job schedulers", () => {
	let home: Home;
	beforeEach(() => {
		home = createHome({ "in.jsonl": Array.from({ length: 32 }, (_, index) => `{"text":"n${index}"}\n`).join("") });
		return () => home.remove();
	});

	/** Runs the command of a recipe on the sandbox, with what the engine tells a task. */
	async function run(line: string, env: Record<string, string>): Promise<void> {
		const command = line.replace("ORG/MODEL", "meta-llama/Llama-3.1-8B-Instruct").replaceAll("/data/", "");
		const result = await home.run(`${command} --sandbox --progress none`, { env });
		expect({ line, env, ...result }).toMatchObject({ code: 0 });
	}
	const ids = (file: string): string[] =>
		readFileSync(join(home.folder, file), "utf8")
			.split("\n")
			.filter(Boolean)
			.map((text) => (JSON.parse(text) as { id: string }).id)
			.sort();

	it("Kubernetes: the manifest is an indexed job, and each task runs its shard", async () => {
		const { apiVersion, kind, spec } = parse(recipe("Kubernetes")) as Manifest;
		expect({ apiVersion, kind }).toEqual({ apiVersion: "batch/v1", kind: "Job" });
		expect(spec).toMatchObject({ completionMode: "Indexed", completions: 16, parallelism: 16 });
		const { restartPolicy, terminationGracePeriodSeconds, containers } = spec.template.spec;
		expect(restartPolicy).toBe("OnFailure");
		// Longer than the 20 seconds that hub takes after SIGTERM.
		expect(terminationGracePeriodSeconds).toBeGreaterThan(20);
		const [container] = containers;
		expect(container?.volumeMounts).toEqual([{ name: "data", mountPath: "/data" }]);
		await run(`hub ${container?.args.join(" ")}`, { JOB_COMPLETION_INDEX: "3" });
		expect(ids("out-00003-of-00016.jsonl")).toEqual(["19", "3"]);
	});

	it("AWS Batch: each task of the array runs its shard", async () => {
		expect(recipe("AWS Batch")).toMatch(/^aws batch submit-job .* --array-properties size=16\n$/);
		const text = readFileSync(join(import.meta.dirname, "../../../docs/batch.md"), "utf8");
		const command = /with the command `(hub batch [^`]*)`/.exec(text)?.[1] ?? "";
		await run(command, { AWS_BATCH_JOB_ARRAY_INDEX: "15", AWS_BATCH_JOB_ARRAY_SIZE: "16" });
		expect(ids("out-00015-of-00016.jsonl")).toEqual(["15", "31"]);
	});

	it("Slurm: the script requests requeueing and time to end, and each task runs its shard", async () => {
		const script = recipe("Slurm");
		expect(script).toContain("#SBATCH --requeue");
		expect(script).toContain("#SBATCH --signal=TERM@30");
		const command = /^srun (hub batch .*)$/m.exec(script)?.[1] ?? "";
		const array = { SLURM_ARRAY_TASK_MIN: "5", SLURM_ARRAY_TASK_STEP: "3", SLURM_ARRAY_TASK_COUNT: "3" };
		await run(command.replace(" --progress plain", ""), { ...array, SLURM_ARRAY_TASK_ID: "8" });
		expect(ids("out-00001-of-00003.jsonl")).toHaveLength(11);
	});
});
