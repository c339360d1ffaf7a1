import type { ShardChoice } from "../../../batch/manifest.ts";
import { UsageError } from "../../errors/usage.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables in which an engine gives the number of a task, and how many there are. */
interface ArrayEngine {
	name: string;
	variable: string;
	count?: string;
}

const ENGINES: readonly ArrayEngine[] = [
	{ name: "Slurm", variable: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT" },
	{ name: "AWS Batch", variable: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE" },
	{ name: "Cloud Run", variable: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT" },
	{ name: "Kubernetes", variable: "JOB_COMPLETION_INDEX" },
];

/**
 * Reads `--shard`: `I/N`, `auto`, or `auto/N`.
 * @throws UsageError if it is invalid, or the environment has no job number
 */
export function parseShard(text: string, env: Environment): ShardChoice {
	const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
	if (index !== undefined && count !== undefined)
		return check({ index: Number(index), count: Number(count) }, `--shard ${text}`);
	const [auto, given] = /^auto(?:\/(\d+))?$/.exec(text) ?? [];
	if (auto === undefined)
		throw new UsageError(`--shard ${text} is not valid.`, "Write I/N with I from 0 to N-1, auto, or auto/N.");
	const engine = findEngine(env);
	if (!engine) {
		const names = ENGINES.map(({ variable }) => variable).join(", ");
		throw new UsageError("--shard auto found no array job.", `It reads ${names}. Otherwise write --shard I/N.`);
	}
	return readShard(engine, env, given);
}

/** The shard of `--shard auto` here; undefined outside array jobs. */
export function suggestShard(env: Environment): string | undefined {
	const engine = findEngine(env);
	if (!engine) return undefined;
	try {
		const { index, count } = readShard(engine, env);
		return `This is task ${index} of ${count} of a ${engine.name} array, but it runs all rows. --shard auto runs only its share.`;
	} catch {
		return `This is a task of a ${engine.name} array, but it runs all rows. --shard auto/N runs only its share.`;
	}
}

function findEngine(env: Environment): ArrayEngine | undefined {
	return ENGINES.find(({ variable }) => env[variable] !== undefined && env[variable] !== "");
}

/** @param given how many there are, as in `auto/16` */
function readShard(
	{ name, variable, count: counter = "" }: ArrayEngine,
	env: Environment,
	given?: string,
): ShardChoice {
	const count = given === undefined ? number(env, counter) : Number(given);
	const isSlurm = name === "Slurm";
	if (count === undefined)
		throw new UsageError(
			`${isSlurm ? counter : variable} gives the number of this task, but not how many there are.`,
			"Write --shard auto/N, for instance --shard auto/16.",
		);
	const id = number(env, variable);
	if (!isSlurm) return check({ index: id ?? Number.NaN, count }, variable);
	// Some tasks of an array that are started again keep their numbers.
	const isWhole = given === undefined || number(env, counter) === count;
	if (!isWhole) return check({ index: id ?? Number.NaN, count }, variable);
	const least = number(env, "SLURM_ARRAY_TASK_MIN") ?? 0;
	const step = number(env, "SLURM_ARRAY_TASK_STEP") ?? 1;
	const index = ((id ?? Number.NaN) - least) / step;
	if (Number.isInteger(index) && index >= 0 && index < count) return { index, count };
	throw new UsageError(
		`The Slurm array has gaps: task ${id} from ${least} in steps of ${step} is not one of ${count}.`,
		"Use an array without gaps, such as --array=0-15, or write --shard I/N.",
	);
}

function check(shard: ShardChoice, what: string): ShardChoice {
	const { index, count } = shard;
	if (Number.isSafeInteger(index) && Number.isSafeInteger(count) && count > 0 && index >= 0 && index < count)
		return shard;
	throw new UsageError(`${what} is out of range.`, "Shards are numbered from 0 to N-1.");
}

function number(env: Environment, name: string): number | undefined {
	const text = env[name];
	return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The output of one part: `x.jsonl` → `x-00003-of-00016.jsonl`. */
export function shardPath(path: string, { index, count }: ShardChoice): string {
	const part = `-${String(index).padStart(5, "0")}-of-${String(count).padStart(5, "0")}`;
	const [, name = path, extension = ""] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? [];
	return `${name}${part}${extension}`;
}
