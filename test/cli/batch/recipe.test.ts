import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { version } from "../../../src/base/version.ts";
import { quoteWord } from "../../../src/cli/prompts/command-line.ts";
import { validate } from "../../../src/inference/object/validate.ts";
import { createHome, type Home } from "../../helpers/session.ts";

/** Words that shells, YAML and the engines themselves would change. */
const HOSTILE = [
	"It's {{ a }}",
	"$(touch owned) `touch owned` $HOME $$",
	'"; touch owned; "',
	"{} {.} {#} {1} {= 1 =}",
	"a\nb\n#SBATCH --wrap=x\n- c: d",
	"\u2028\u0085 é 🎉 \\n %s !x",
	"-- -x",
	"",
];

const root = join(import.meta.dirname, "../../..");

let home: Home;
beforeEach(() => {
	home = createHome({ "in.txt": "one\ntwo\nthree\nfour\n" });
	const bin = join(home.folder, "bin");
	mkdirSync(bin);
	// It notes its words instead of running them.
	writeFileSync(join(bin, "hub"), '#!/bin/bash\nprintf "%s\\0" "$@" > "words-$RANDOM$RANDOM"\n');
	writeFileSync(join(bin, "srun"), '#!/bin/bash\nexec "$@"\n');
	writeFileSync(join(bin, "aws"), '#!/bin/bash\nprintf "%s\\0" "$@" > "aws-$2"\n');
	for (const name of ["hub", "srun", "aws"]) chmodSync(join(bin, name), 0o755);
	return () => home.remove();
});

const line = (words: readonly string[], place: string): string =>
	`hub batch ${place} -t chat ${words.map((word) => `--stop ${quoteWord(word)}`).join(" ")}`;
const recipe = async (engine: string, command: string, options = "--shards 4 --workers 2"): Promise<string> => {
	const { code, stdout, stderr } = await home.run(`hub batch recipe ${engine} ${options} -- ${command}`);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	return stdout;
};
const expected = (place: readonly string[]): string[] => [
	...["batch", ...place, "-t", "chat"],
	...HOSTILE.flatMap((word) => ["--stop", word]),
];
const run = (script: string, env: Record<string, string> = {}): void => {
	writeFileSync(join(home.folder, "recipe.sh"), script);
	execFileSync("bash", ["recipe.sh"], {
		cwd: home.folder,
		env: { PATH: `${join(home.folder, "bin")}:${process.env["PATH"]}`, HOME: home.folder, ...env },
	});
};
const noted = (prefix: string): string[][] =>
	execFileSync("ls", { cwd: home.folder, encoding: "utf8" })
		.split("\n")
		.filter((name) => name.startsWith(prefix))
		.map((name) => readFileSync(join(home.folder, name), "utf8").split("\0").slice(0, -1));

describe("hub batch recipe", () => {
	it("slurm: the script runs the very words", async () => {
		const script = await recipe("slurm", line(HOSTILE, "in.txt -o out/"));
		expect(script).toContain("#SBATCH --array=0-3%2\n");
		expect(script.match(/^#SBATCH/gm)?.length).toBe(6);
		run(script, { SLURM_ARRAY_TASK_ID: "3" });
		expect(noted("words-")).toEqual([[...expected(["in.txt", "-o", "out/"]), "--progress", "plain", "--shard", "3/4"]]);
		expect(noted("owned")).toEqual([]);
	});

	it("slurm: more shards than an array may have are dealt out to its tasks", async () => {
		const script = await recipe("slurm", line([], "in.txt -o out/"), "--shards 2500 --workers 64");
		expect(script).toContain("#SBATCH --array=0-999%64\n");
		run(script, { SLURM_ARRAY_TASK_ID: "499" });
		run(script, { SLURM_ARRAY_TASK_ID: "999" });
		const shards = noted("words-").map((words) => words.at(-1));
		expect(shards.sort()).toEqual(["1499/2500", "1999/2500", "2499/2500", "499/2500", "999/2500"]);
		// A shard that fails does not keep the others from running, and the task says so.
		writeFileSync(join(home.folder, "bin/hub"), `#!/bin/bash\necho "\${@: -1}" >> tried\nexit 1\n`);
		expect(() => run(script, { SLURM_ARRAY_TASK_ID: "0" })).toThrow();
		expect(readFileSync(join(home.folder, "tried"), "utf8")).toBe("0/2500\n1000/2500\n2000/2500\n");
	});

	it.skipIf(spawnSync("python3", ["--version"]).status !== 0)("ray: each shard runs the very words", async () => {
		// What the script uses of Ray, in one process.
		const ray = join(home.folder, "ray");
		mkdirSync(ray);
		writeFileSync(
			join(ray, "__init__.py"),
			`class Data:
    def __init__(self, rows): self.rows = rows
    def map(self, run, num_cpus, concurrency): assert (num_cpus, concurrency) == (1, 2); return Data([run(row) for row in self.rows])
    def iter_rows(self): return iter(self.rows)
class data:
    def range(count, override_num_blocks): assert count == override_num_blocks; return Data([{"id": n} for n in range(count)])
def init(): pass
`,
		);
		const script = await recipe("ray", line(HOSTILE, "in.txt -o out/"));
		expect([...script].filter((letter) => letter > "~" || (letter < " " && letter !== "\n"))).toEqual([]);
		writeFileSync(join(home.folder, "recipe.py"), script);
		const env = { PATH: `${join(home.folder, "bin")}:${process.env["PATH"]}`, HOME: home.folder };
		const start = () => spawnSync("python3", ["recipe.py"], { cwd: home.folder, encoding: "utf8", env });
		expect(
			spawnSync("python3", ["-m", "py_compile", "recipe.py"], { cwd: home.folder, encoding: "utf8" }),
		).toMatchObject({
			status: 0,
			stderr: "",
		});
		expect(start()).toMatchObject({ status: 0, stdout: "4 of 4 shards are done.\n", stderr: "" });
		const all = expected(["in.txt", "-o", "out/"]);
		expect(noted("words-").sort()).toEqual(
			[0, 1, 2, 3].map((shard) => [...all, "--shard", `${shard}/4`, "--progress", "none"]),
		);
		expect(noted("owned")).toEqual([]);
		writeFileSync(join(home.folder, "bin/hub"), "#!/bin/bash\necho 'Error: no key' >&2\nexit 3\n");
		expect(start()).toMatchObject({
			status: 1,
			stdout: "0 of 4 shards are done.\n",
			stderr: expect.stringContaining("Shard 2: exit code 3\nError: no key") as string,
		});
	});

	it.skipIf(spawnSync("parallel", ["--version"]).status !== 0)("parallel: each shard runs the very words", async () => {
		run(await recipe("parallel", line(HOSTILE, "in.txt -o out/")));
		const runs = noted("words-").sort();
		const all = expected(["in.txt", "-o", "out/"]);
		expect(runs).toEqual([0, 1, 2, 3].map((shard) => [...all, "--shard", `${shard}/4`, "--progress", "plain"]));
		expect(noted("owned")).toEqual([]);
	});

	/** What Kubernetes and AWS Batch make of a word. */
	const expand = (word: string): string =>
		word.replace(/\$\$|\$\((\w+)\)/g, (_, name?: string) => (name ? "EXPANDED" : "$"));

	it.each(["\u0085", "\u2028", "\r", "\u000b", "\u001b[2J"])(
		"keeps a name with %j within its comment",
		async (character) => {
			const place = `s3://data/out${character}---${character}kind: Pod${character}`;
			for (const version of ["1.1", "1.2"] as const) {
				const text = await recipe("kubernetes", line([], `s3://data/in.txt -o ${quoteWord(place)}`));
				expect([...text].filter((one) => one !== "\n" && /\p{Cc}|\p{Zl}/u.test(one))).toEqual([]);
				expect(parseAllDocuments(text, { version })).toHaveLength(1);
				const { kind, spec } = parse(text, { version }) as KubernetesJob;
				expect([kind, spec.template.spec.containers[0]?.args.includes(place)]).toEqual(["Job", true]);
			}
		},
	);

	it("kubernetes: an indexed job with the very words, and no disk where none is needed", async () => {
		const text = await recipe("kubernetes", line(HOSTILE, "s3://data/in.txt -o s3://data/out"));
		const { apiVersion, kind, spec } = parse(text) as KubernetesJob;
		expect({ apiVersion, kind }).toEqual({ apiVersion: "batch/v1", kind: "Job" });
		expect(spec).toMatchObject({ completionMode: "Indexed", completions: 4, parallelism: 2, backoffLimit: 16 });
		const { containers, ...pod } = spec.template.spec;
		expect(pod).toEqual({ restartPolicy: "OnFailure", terminationGracePeriodSeconds: 60 });
		const { args, ...container } = containers[0] ?? { args: [] };
		const image = `REGISTRY/hub:${version}`;
		expect(container).toEqual({ name: "hub", image, envFrom: [{ secretRef: { name: "hub-batch" } }] });
		// The image's own program is hub.
		expect(readFileSync(join(root, "packaging/Containerfile"), "utf8")).toMatch(/^ENTRYPOINT \[.*bin\/hub\.js"\]$/m);
		expect(args.map(expand)).toEqual([
			...expected(["s3://data/in.txt", "-o", "s3://data/out"]),
			...["--shard", "auto/4", "--progress", "plain"],
		]);
		const local = parse(await recipe("kubernetes", line([], "in.txt -o out/"))) as KubernetesJob;
		expect(local.spec.template.spec.containers[0]).toMatchObject({ workingDir: "/data" });
		const named = parse(
			await recipe("kubernetes", line([], "in.txt -o out/"), "--container 'a.b/hub:2 #x'"),
		) as KubernetesJob;
		expect(named.spec.template.spec.containers[0]?.image).toBe("a.b/hub:2 #x");
	});

	describe("kubernetes, checked against the schema of Job", () => {
		const schema: unknown = JSON.parse(readFileSync(join(root, "test/fixtures/kubernetes-job.schema.json"), "utf8"));
		/** What is wrong with a manifest; a volume that is mounted has to be there. */
		const problemsOf = (text: string): string[] => {
			const job = parse(text) as KubernetesJob;
			const problems = validate(schema, job).map(({ path, message }) => `${path} ${message}`);
			if (problems.length > 0) return problems;
			const { containers, volumes = [] } = job.spec.template.spec;
			const names = volumes.map(({ name }) => name);
			const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
			return mounts.flatMap(({ name }) => (names.includes(name) ? [] : [`there is no volume ${name}`]));
		};
		const REMOTE = "s3://data/in.txt -o s3://data/out";

		it.each([
			["a remote place", line(HOSTILE, REMOTE), "--shards 4 --workers 2"],
			["a disk", line(HOSTILE, "in.txt -o out/"), "--shards 4 --workers 2"],
			["a single file", "hub batch in.txt -o out.jsonl -t chat", "--shards 4 --workers 9"],
			["many shards", `hub batch ${REMOTE} -t chat`, "--shards 100000 --workers 5000"],
			["a model server", `hub batch ${REMOTE} -t chat --server 'vllm serve "a b" --port {port}'`, ""],
			["one shard", `hub batch ${REMOTE} -t chat`, "--shards 1 --workers 1"],
		])("is right for %s", async (_what, command, options) => {
			expect(problemsOf(await recipe("kubernetes", command, options))).toEqual([]);
		});

		it.each([
			["the example", "examples/batch-kubernetes.yaml", /([\s\S]*)/],
			["the documentation", "docs/batch.md", /### Kubernetes[\s\S]*?```yaml\n([\s\S]*?)```/],
		])("is right in %s", (_what, file, part) => {
			expect(problemsOf(part.exec(readFileSync(join(root, file), "utf8"))?.[1] ?? "")).toEqual([]);
		});

		it.each([
			["completions: 4", "completions: many", "/spec/completions must be an integer"],
			["parallelism: 2", 'parallelism: "2"', "/spec/parallelism must be an integer"],
			["completions: 4", "completion: 4", "/spec"],
			["Indexed", "indexed", "/spec/completionMode must be"],
			["batch/v1", "batch/v1beta1", "/apiVersion must be"],
			["OnFailure", "Always", "/spec/template/spec/restartPolicy must be one of"],
			["metadata:\n  name: hub-batch", "metadata:\n  name: Hub_Batch", "/metadata/name must match"],
			["image: ", "images: ", "/spec/template/spec/containers/0"],
			['- "--shard"', "- 7", "must be a string"],
			["secretRef", "secret", "/spec/template/spec/containers/0/envFrom/0"],
			["mountPath: /data", "mountPath: a:b", "mountPath must match"],
			["volumes:\n        - name: data", "volumes:\n        - name: other", "there is no volume data"],
			["claimName: data", "claim: data", "/spec/template/spec/volumes/0/persistentVolumeClaim"],
		])("refuses %s as %s", async (good, bad, problem) => {
			const text = await recipe("kubernetes", line([], "in.txt -o out/"));
			expect(text).toContain(good);
			expect(problemsOf(text.replace(good, bad)).join("\n")).toContain(problem);
		});
	});

	it("aws: a definition with the very words, and an array of all shards", async () => {
		const env = { QUEUE: "q", JOB_ROLE_ARN: "arn:role", EXECUTION_ROLE_ARN: "arn:exec", SECRET_ARN: "arn:secret" };
		run(await recipe("aws", line(HOSTILE, "s3://data/in.txt -o s3://data/out")), env);
		const [definition] = noted("aws-register");
		const { containerProperties } = JSON.parse(definition?.[3] ?? "") as {
			containerProperties: { command: string[]; jobRoleArn: string; secrets: object[] };
		};
		expect(containerProperties).toMatchObject({
			jobRoleArn: "arn:role",
			secrets: [{ name: "HF_TOKEN", valueFrom: "arn:secret" }],
		});
		expect(containerProperties.command.map(expand).slice(0, -4)).toEqual(
			expected(["s3://data/in.txt", "-o", "s3://data/out"]),
		);
		expect(noted("aws-submit")[0]).toEqual(expect.arrayContaining(["--array-properties", "size=4"]));
		expect(noted("owned")).toEqual([]);
	});

	it.each(["in.txt -o s3://data/out", "s3://data/in.txt -o out/", "s3://data/a.txt in.txt -o s3://data/out"])(
		"aws: refuses %s, which its jobs cannot read or would lose",
		async (places) => {
			expect(await home.run(`hub batch recipe aws -- hub batch ${places} -t chat`)).toMatchObject({
				code: 2,
				stdout: "",
				stderr: expect.stringContaining("share no disk") as string,
			});
		},
	);

	it("aws: says all that is not set, before anything is registered", async () => {
		const script = await recipe("aws", line([], "s3://data/in.txt -o s3://data/out"));
		writeFileSync(join(home.folder, "recipe.sh"), script);
		const env = { PATH: `${join(home.folder, "bin")}:${process.env["PATH"]}`, JOB_ROLE_ARN: "arn:role" };
		const { status, stderr } = spawnSync("bash", ["recipe.sh"], { cwd: home.folder, env, encoding: "utf8" });
		expect({ status, stderr }).toEqual({
			status: 2,
			stderr: "Set QUEUE EXECUTION_ROLE_ARN SECRET_ARN: the lines at the top of this file say what each is.\n",
		});
		expect(noted("aws-")).toEqual([]);
	});

	/** The client of AWS, which checks what it would send without sending it. */
	const aws = spawnSync("bash", ["-c", "command -v aws"], { encoding: "utf8" }).stdout.trim();
	it.skipIf(aws === "")("aws: the client of AWS takes both requests", async () => {
		const checked = `#!/bin/bash\nexec ${aws} "$@" --generate-cli-skeleton output --region eu-west-1\n`;
		writeFileSync(join(home.folder, "bin/aws"), checked);
		const env = { QUEUE: "q", JOB_ROLE_ARN: "arn:role", EXECUTION_ROLE_ARN: "arn:exec", SECRET_ARN: "arn:secret" };
		const script = await recipe("aws", line(HOSTILE, "s3://data/in.txt -o s3://data/out"));
		run(script, env);
		expect(() => run(script.replace('"MEMORY"', "7"), env)).toThrow();
	});

	it.each(["slurm", "aws", "parallel"])("%s: bash reads the script", async (engine) => {
		const script = await recipe(engine, line(HOSTILE, "s3://data/in.txt -o s3://data/out"));
		expect(spawnSync("bash", ["-n"], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
		expect(script).not.toContain("npx");
	});

	it("is the example in the repository", async () => {
		const words = "s3://BUCKET/in.jsonl -o s3://BUCKET/out -t chat -m ORG/MODEL";
		const text = await recipe("kubernetes", `hub batch ${words}`, "--shards 1000 --workers 64");
		expect(readFileSync(join(import.meta.dirname, "../../../examples/batch-kubernetes.yaml"), "utf8")).toBe(text);
	});

	it.each([
		["an unknown option", "hub batch in.txt -o out/ --bogus", "Unknown option --bogus."],
		["a bad value", "hub batch in.txt -o out/ --rpm none", "--rpm"],
		["no command line", "", "The command line is missing."],
		["another command", "hub infer x", "The command line is missing."],
		["no output", "hub batch in.txt", "Shards need an output."],
		["standard input", "hub batch - -o out/", "Every shard must be able to read the input."],
		["a shard", "hub batch in.txt -o out/ --shard 0/4", "The recipe sets --shard itself."],
		["a token", "hub batch in.txt -o out/ --token hf_abcdefghijklmnopqrst", "contains a secret"],
		["a header with a key", "hub batch in.txt -o out/ --header 'x-api-key: abc'", "contains a secret"],
		["an image", "--container x hub batch in.txt -o out/", "--container does not apply to slurm"],
		["a password in a URL", "hub batch in.txt -o out/ --proxy http://me:pass@proxy", "contains a secret"],
	])("refuses %s", async (_what, command, message) => {
		const given = command.startsWith("--container") ? command.replace("hub", "-- hub") : `-- ${command}`;
		const { code, stderr, stdout } = await home.run(`hub batch recipe slurm ${given}`);
		expect({ code, stderr, stdout }).toMatchObject({
			code: 2,
			stdout: "",
			stderr: expect.stringContaining(message) as string,
		});
		expect(stderr).not.toContain("hf_abcdefghijklmnopqrst");
	});
});

interface KubernetesJob {
	apiVersion: string;
	kind: string;
	spec: {
		completionMode: string;
		template: {
			spec: {
				containers: { image: string; args: string[]; volumeMounts?: { name: string }[] }[];
				volumes?: { name: string }[];
			};
		};
	};
}
