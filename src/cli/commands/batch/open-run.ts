import { redactUrl } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { parseEncoding } from "./input/bytes.ts";
import { createManifest, type Fingerprint } from "./journal/manifest.ts";
import { Locked, type OpenOutput, openOutput } from "./journal/open.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output-tables.ts";
import type { Plan } from "./plan.ts";

/** Opens the output of a run. */
export async function openRun(
	plan: Plan,
	output: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<OpenOutput> {
	const { place, shard, range } = plan;
	const manifest = createManifest(makeFingerprint(plan, options, context), plan.source.marks, shard);
	if (place) {
		const { openParts, PART_LIMITS } = await import("./parts/part-run.ts");
		const limits = { ...PART_LIMITS, bytes: options.partSize ?? PART_LIMITS.bytes };
		return await exitIfLocked(() => openParts({ place, shard, limits }, { ...manifest, range }, context), context);
	}
	return await exitIfLocked(
		async () => openOutput(output, tableFormat(output) !== undefined, manifest, options.force ?? false),
		context,
	);
}

/** Opens an output. While another process uses it, the command ends with exit code 1. */
export async function exitIfLocked<Opened>(open: () => Promise<Opened>, context: Context): Promise<Opened> {
	try {
		return await open();
	} catch (error) {
		if (!(error instanceof Locked)) throw error;
		context.warn(`${context.colors.stderr.red("Error:")} ${error.message}`);
		throw new ExitWithoutError();
	}
}

/** Facts that decide the results of a run, without secrets. */
function makeFingerprint(plan: Plan, options: BatchCommandOptions, context: Context): Fingerprint {
	const { rules, resolved } = plan;
	const endpoint = resolved[0]?.endpointUrl;
	const fingerprint = {
		task: plan.task,
		model: options.model ?? resolved[0]?.model,
		endpoint: endpoint === undefined ? undefined : redactUrl(endpoint),
		providers: resolved.map(({ provider }) => provider ?? "auto"),
		prompt: options.prompt,
		system: options.system,
		image: options.image,
		column: options.column,
		"id column": options.idColumn,
		"input form": options.inputFormat,
		encoding: options.encoding === undefined ? undefined : parseEncoding(options.encoding),
		parameters: rules.parameters,
		context: rules.context,
		source: rules.source,
		table: rules.table,
		form: options.format ?? "jsonl",
		text: options.text ?? false,
		keep: options.keep,
		via: options.via,
	};
	const known = Object.entries(fingerprint).filter(([, value]) => value !== undefined);
	return JSON.parse(context.secrets.hide(JSON.stringify(Object.fromEntries(known)))) as Fingerprint;
}
