import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
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
		run(script);
		expect(noted("words-")).toEqual([
			[...expected(["in.txt", "-o", "out/"]), "--shard", "auto/4", "--progress", "plain"],
		]);
		expect(noted("owned")).toEqual([]);
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
				expect([kind, spec.template.spec.containers[0]?.command.includes(place)]).toEqual(["Job", true]);
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
		const { command, ...container } = containers[0] ?? { command: [] };
		expect(container).toEqual({ name: "hub", image: "node:22", envFrom: [{ secretRef: { name: "hub-batch" } }] });
		const words = command.map(expand);
		expect(words.slice(0, 3)).toEqual(["npx", "-y", "-p"]);
		expect(words[3]).toMatch(/^modelhub@\d/);
		// S3 needs packages that others do not.
		expect(words.slice(4, 9)).toEqual(["-p", "@aws-sdk/client-s3", "-p", "@aws-sdk/lib-storage", "hub"]);
		expect(words.slice(9)).toEqual([
			...expected(["s3://data/in.txt", "-o", "s3://data/out"]),
			...["--shard", "auto/4", "--progress", "plain"],
		]);
		const local = parse(await recipe("kubernetes", line([], "in.txt -o out/"))) as KubernetesJob;
		expect(local.spec.template.spec.containers[0]).toMatchObject({ workingDir: "/data" });
		expect(local.spec.template.spec.containers[0]?.command.slice(4, 6)).toEqual(["hub", "batch"]);
	});

	describe("kubernetes, checked against the schema of Job", () => {
		const root = join(import.meta.dirname, "../../..");
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
			["image: node:22", "images: node:22", "/spec/template/spec/containers/0"],
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
		expect(containerProperties.command.map(expand).slice(9, -4)).toEqual(
			expected(["s3://data/in.txt", "-o", "s3://data/out"]),
		);
		expect(noted("aws-submit")[0]).toEqual(expect.arrayContaining(["--array-properties", "size=4"]));
		expect(noted("owned")).toEqual([]);
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
		["a password in a URL", "hub batch in.txt -o out/ --proxy http://me:pass@proxy", "contains a secret"],
	])("refuses %s", async (_what, command, message) => {
		const { code, stderr, stdout } = await home.run(`hub batch recipe slurm -- ${command}`);
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
				containers: { command: string[]; volumeMounts?: { name: string }[] }[];
				volumes?: { name: string }[];
			};
		};
	};
}
