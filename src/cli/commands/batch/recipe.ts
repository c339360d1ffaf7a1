import { version } from "../../../base/version.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { quoteWord } from "../../prompts/command-line.ts";
import { isRemote } from "./input/source.ts";
import type { BatchCommandOptions } from "./options.ts";
import { S3_PACKAGES } from "./parts/s3-client.ts";

/** Engines that start shards. */
export const ENGINES = ["slurm", "kubernetes", "aws", "parallel", "ray"] as const;

type RecipeEngine = (typeof ENGINES)[number];

/** A command line of `hub batch`, parsed. */
export interface ParsedLine {
	inputs: readonly string[];
	options: BatchCommandOptions;
}

/** The default image: packaging/Containerfile builds it. */
const IMAGE = `REGISTRY/hub:${version}`;

/** The facts of a recipe. */
interface RecipeFacts {
	shards: number;
	workers: number;
	/** Name of the image for engines that run containers. */
	image: string;
	/** The words after `hub batch`, without `--shard`. */
	words: readonly string[];
	output: string;
	/** Whether all data is on the network. */
	isRemote: boolean;
}

/**
 * `hub batch recipe`: prints the file with which an engine runs a command line in shards.
 * @param parse parses the words after `hub batch` as the command itself does, without running it
 */
export async function printRecipe(
	engine: RecipeEngine,
	given: readonly string[],
	{ shards, workers, image }: Pick<RecipeFacts, "shards" | "workers"> & { image: string | undefined },
	parse: (words: readonly string[]) => Promise<ParsedLine>,
	context: Context,
): Promise<void> {
	const [hub, batch, ...words] = given;
	if (hub !== "hub" || batch !== "batch" || words.length === 0) {
		throw new UsageError(
			"The command line is missing.",
			`Write hub batch recipe ${engine} -- hub batch INPUT -o OUTPUT ….`,
		);
	}
	if (image !== undefined && engine !== "kubernetes" && engine !== "aws")
		throw new UsageError(
			`--container does not apply to ${engine}, which runs no containers.`,
			"Leave it out.",
			"option-conflict",
		);
	const { inputs, options } = await parse(words);
	checkLine(words, inputs, options, context);
	const output = options.output ?? "";
	const facts = {
		words,
		output,
		shards,
		workers,
		image: image ?? IMAGE,
		isRemote: isRemote(output) && inputs.every(isRemote),
	};
	await context.print(await RECIPES[engine](facts));
}

/** @throws UsageError for a command line that cannot be run in shards, or that holds a secret */
function checkLine(
	words: readonly string[],
	inputs: readonly string[],
	{ output, shard, token, via, estimate }: BatchCommandOptions,
	context: Context,
): void {
	const refuse = (message: string, hint: string): never => {
		throw new UsageError(message, hint, "option-conflict");
	};
	if (inputs.length === 0 || inputs.includes("-")) {
		const hint = "Give files, or a remote place such as s3://BUCKET/in.csv, instead of -.";
		refuse("Every shard must be able to read the input.", hint);
	}
	if (output === undefined || output === "-")
		refuse("Shards need an output.", "Name a folder or s3://BUCKET/PREFIX with -o.");
	if (shard !== undefined) refuse("The recipe sets --shard itself.", "Leave it out.");
	if (via !== undefined) refuse(`--via ${via} runs all rows at one service.`, "Run it once, without a recipe.");
	if (estimate) refuse("--estimate is for one run, before the others.", "Leave it out of the recipe.");
	const isSecret = (word: string): boolean =>
		context.secrets.hide(word) !== word ||
		new Secrets().isIn(word) ||
		/^(?:authorization|x-api-key|api-key|cookie)\s*:/i.test(word) ||
		/^[a-z][\w+.-]*:\/\/[^\s/@]*:[^\s/@]+@/i.test(word);
	if (token !== undefined || words.some(isSecret)) {
		const hint = "Leave it out: the recipe refers to HF_TOKEN or another variable.";
		refuse("The command line contains a secret, which must not go into a file.", hint);
	}
	if (words.some((word) => word.includes("\0"))) refuse("A word contains a zero byte.", "Leave it out.");
}

const shellWords = (words: readonly string[]): string => words.map(quoteWord).join(" ");
/** A comment of one line, for any words: YAML has line breaks that shells do not have. */
const comment = (text: string): string => `# ${text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`;

function mergeLine({ output, shards }: RecipeFacts): string {
	const isFolder = isRemote(output) || output.endsWith("/");
	const dot = output.lastIndexOf(".");
	const parts = `${quoteWord(output.slice(0, dot))}-*-of-${String(shards).padStart(5, "0")}${output.slice(dot)}`;
	return comment(`When all are done: hub batch merge ${isFolder ? quoteWord(output) : parts} -o FILE.jsonl`);
}

/** How to install hub on machines that run it without a container. */
const INSTALLED = comment(
	`hub must be on the path of every node: npm install -g modelhub-${version}.tgz, or its executable. S3 needs ${S3_PACKAGES.join(" and ")} beside it.`,
);

/** Default limit of array tasks; a cluster's MaxArraySize may change it. */
const MAX_ARRAY = 1000;

function makeSlurm(facts: RecipeFacts): string {
	const { words, shards, workers } = facts;
	const tasks = Math.min(shards, MAX_ARRAY);
	const run = `srun hub batch ${shellWords(words)} --progress plain --shard`;
	const one = `exec ${run} "$SLURM_ARRAY_TASK_ID/${shards}"`;
	const several = `# Each task runs every ${tasks}th shard: most clusters take no larger array.
status=0
for ((shard = SLURM_ARRAY_TASK_ID; shard < ${shards}; shard += ${tasks})); do
	${run} "$shard/${shards}" || status=$?
done
exit $status`;
	return `#!/bin/bash
#SBATCH --job-name=hub-batch
#SBATCH --array=0-${tasks - 1}%${workers}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=TERM@30
# Submit with: sbatch FILE. HF_TOKEN and other keys come from the environment of sbatch.
${INSTALLED}
# A task that is preempted, or whose node dies, is requeued by Slurm and goes on. A task that failed or was killed for
# its memory is not: scontrol requeue JOB_TASK, or sbatch --array=TASK FILE; finished rows are not paid twice.
${mergeLine(facts)}
${tasks < shards ? several : one}
`;
}

function makeParallel(facts: RecipeFacts): string {
	const { words, shards, workers } = facts;
	return `#!/bin/bash
# Run with: bash FILE. HF_TOKEN and other keys come from the environment.
${INSTALLED}
# A shard that fails or is killed is started again by the next run of this file; finished ones are not.
${mergeLine(facts)}
PARALLEL_SHELL=$(command -v bash)
export PARALLEL_SHELL
run_shard() {
	hub batch ${shellWords(words)} --shard "$1/${shards}" --progress plain
}
export -f run_shard
seq 0 ${shards - 1} | parallel --jobs ${workers} --joblog hub-batch.joblog --resume-failed run_shard {}
`;
}

/** The words after the image's own program, which is hub. */
function containerWords({ words, shards }: RecipeFacts): string[] {
	// Kubernetes and AWS Batch replace `$(NAME)` in words, and `$$` by `$`.
	const all = ["batch", ...words, "--shard", `auto/${shards}`, "--progress", "plain"];
	return all.map((word) => word.replaceAll("$", "$$$$"));
}

/** What the image has to be. */
function imageLines({ image, words }: RecipeFacts): string {
	const isServed = words.some((word) => word === "--server" || word.startsWith("--server="));
	const lines = [
		...(image === IMAGE
			? [
					`${IMAGE} is a placeholder for an image of hub that your cluster can pull: npm run release:dry -- --only tarball,`,
					"docker build -f packaging/Containerfile, docker push; --container NAME puts its name here.",
				]
			: []),
		...(isServed ? ["The image must start hub, and have the program of --server."] : []),
	];
	return lines.map((line) => `${comment(line)}\n`).join("");
}

/**
 * YAML of a value whose user texts are `quoted`: non-ASCII characters are escaped in them, so that no
 * parser takes one for a line end.
 */
async function toYaml(makeValue: (quoted: (text: string) => unknown) => unknown): Promise<string> {
	const { Scalar, stringify } = await import("../../input/yaml.ts");
	const quoted = (text: string): unknown => Object.assign(new Scalar(text), { type: Scalar.QUOTE_DOUBLE });
	const text = stringify(makeValue(quoted), { lineWidth: 0 });
	return text.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function makeKubernetes(facts: RecipeFacts): Promise<string> {
	const { shards, workers, image, isRemote: hasNoDisk } = facts;
	const mount = hasNoDisk ? {} : { workingDir: "/data", volumeMounts: [{ name: "data", mountPath: "/data" }] };
	const volumes = hasNoDisk ? {} : { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };
	const makeContainer = (quoted: (text: string) => unknown): object => ({
		name: "hub",
		image: quoted(image),
		envFrom: [{ secretRef: { name: "hub-batch" } }],
		...mount,
		args: containerWords(facts).map(quoted),
	});
	const makeJob = (quoted: (text: string) => unknown): object => ({
		apiVersion: "batch/v1",
		kind: "Job",
		metadata: { name: "hub-batch" },
		spec: {
			completionMode: "Indexed",
			completions: shards,
			parallelism: workers,
			backoffLimit: shards * 4,
			template: {
				spec: {
					restartPolicy: "OnFailure",
					terminationGracePeriodSeconds: 60,
					containers: [makeContainer(quoted)],
					...volumes,
				},
			},
		},
	});
	return `# kubectl create secret generic hub-batch --from-env-file=FILE   (HF_TOKEN=…, AWS_ACCESS_KEY_ID=…)
# kubectl apply -f THIS_FILE
# A pod that is evicted or killed, or whose node dies, is started again and goes on; rows that were not uploaded run
# again. After ${shards * 4} failures the job ends: delete it and apply it again, and it goes on.
${imageLines(facts)}${mergeLine(facts)}
${await toYaml(makeJob)}`;
}

/** Variables that the recipe of AWS Batch needs. */
const AWS_NAMES = {
	QUEUE: "the job queue",
	JOB_ROLE_ARN: "a role that reads and writes the bucket",
	EXECUTION_ROLE_ARN: "a role that reads the secret",
	SECRET_ARN: "a secret with the Hugging Face token",
};

function makeAws(facts: RecipeFacts): string {
	const { shards, image, isRemote: hasNoDisk } = facts;
	if (!hasNoDisk)
		throw new UsageError(
			"The jobs of AWS Batch share no disk.",
			"Put input and output in a bucket: s3://BUCKET/in.jsonl -o s3://BUCKET/out.",
			"option-conflict",
		);
	if (shards < 2 || shards > 10_000)
		throw new UsageError("An AWS Batch array has 2 to 10000 tasks.", "Set --shards.", "option-value");
	const command = containerWords(facts);
	if (command.some((word) => word.startsWith("Ref::"))) {
		throw new UsageError("AWS Batch replaces words that start with Ref::.", "Change that word.", "option-value");
	}
	const definition = {
		jobDefinitionName: "hub-batch",
		type: "container",
		retryStrategy: { attempts: 5 },
		containerProperties: {
			image,
			command,
			resourceRequirements: [
				{ type: "VCPU", value: "1" },
				{ type: "MEMORY", value: "2048" },
			],
			jobRoleArn: "JOB_ROLE_ARN",
			executionRoleArn: "EXECUTION_ROLE_ARN",
			secrets: [{ name: "HF_TOKEN", valueFrom: "SECRET_ARN" }],
		},
	};
	const text = quoteWord(JSON.stringify(definition)).replace(
		/("(?:jobRoleArn|executionRoleArn|valueFrom)":")(\w+)(?="[,}])/g,
		(_, start: string, name: string) => `${start}'"$${name}"'`,
	);
	const names = Object.entries(AWS_NAMES);
	return `#!/bin/bash
# Run with: ${names.map(([name]) => `${name}=…`).join(" ")} bash FILE
${names.map(([name, what]) => comment(`${name}: ${what}`)).join("\n")}
# A task that fails, or whose instance is taken back, is started again up to 4 times and goes on; after that
# submit again: finished rows are not paid twice. The compute environment decides how many run at once.
${imageLines(facts)}${mergeLine(facts)}
set -eu
missing=
for name in ${names.map(([name]) => name).join(" ")}; do
	if [ -z "\${!name:-}" ]; then missing="$missing $name"; fi
done
if [ -n "$missing" ]; then
	echo "Set$missing: the lines at the top of this file say what each is." >&2
	exit 2
fi
aws batch register-job-definition --cli-input-json ${text}
aws batch submit-job --job-name hub-batch --job-queue "$QUEUE" --job-definition hub-batch --array-properties size=${shards}
`;
}

/** Text as a string of Python, in ASCII. */
function pythonText(text: string): string {
	return JSON.stringify(text).replace(/[\x7f-\u{10ffff}]/gu, (letter) => {
		const code = letter.codePointAt(0) ?? 0;
		return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
	});
}

function makeRay(facts: RecipeFacts): string {
	const { words, shards, workers } = facts;
	return `# Run with: python FILE, or on a cluster: ray job submit --working-dir . -- python FILE
${INSTALLED}
# HF_TOKEN and other keys come from the environment of the nodes. Ray starts a shard again whose node died; one that
# failed is run by the next run of this file. Finished rows are not paid twice.
${mergeLine(facts)}
import subprocess
import sys

import ray

SHARDS = ${shards}
WORKERS = ${workers}
COMMAND = [
${["hub", "batch", ...words].map((word) => `    ${pythonText(word)},`).join("\n")}
]


def run_shard(row):
    """Runs one shard. Its last lines of standard error say what failed."""
    shard = row["id"]
    words = COMMAND + ["--shard", f"{shard}/{SHARDS}", "--progress", "none"]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines = ended.stderr.decode("utf-8", "replace").splitlines()[-5:]
    return {"shard": shard, "code": ended.returncode, "message": "\\n".join(lines)}


def main():
    ray.init()
    shards = ray.data.range(SHARDS, override_num_blocks=SHARDS)
    failed = 0
    for result in shards.map(run_shard, num_cpus=1, concurrency=WORKERS).iter_rows():
        if result["code"] != 0:
            failed += 1
            print(f"Shard {result['shard']}: exit code {result['code']}\\n{result['message']}", file=sys.stderr)
    print(f"{SHARDS - failed} of {SHARDS} shards are done.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
`;
}

/** The recipe for each engine. */
const RECIPES: Record<RecipeEngine, (facts: RecipeFacts) => string | Promise<string>> = {
	slurm: makeSlurm,
	kubernetes: makeKubernetes,
	aws: makeAws,
	parallel: makeParallel,
	ray: makeRay,
};
