import { BatchStopped } from "../../../batch/index.ts";
import { createId } from "../../../exchange/exchange.ts";
import { toLogRecord } from "../../../exchange/log-record.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { callIdentity } from "../../call-target/target.ts";
import { appendToLog } from "../../config/log.ts";
import { readConfig } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { readLogLevel } from "../../network/call-recorder.ts";
import { OutputFailed } from "../../terminal/process-io.ts";
import type { BatchRun } from "./batch-run.ts";
import { estimateAll, printEstimate } from "./estimate.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import type { Plan } from "./plan.ts";
import { CONTINUE, describeErrors, printStop, printSummary, roundSum, type Tally } from "./tally.ts";

/**
 * Reports the end of a run: in the log, as an estimate or a summary, and by the exit code.
 * @param problem the problem that stopped it early, if any
 * @param isStdoutTaken the results went there
 */
export async function finishRun(
	{ plan, sample, options, context }: BatchRun,
	tally: Tally,
	problem: unknown,
	isStdoutTaken: boolean,
): Promise<void> {
	logRun(plan, tally, problem, options, context);
	const { signal } = context;
	if (sample && problem === undefined && !signal.aborted) {
		await printEstimate(estimateAll(sample, tally, options), context);
		if (tally.ownFailed === 0) return;
		context.warn(`${tally.ownFailed} of ${tally.finished} sampled rows failed:`);
		for (const line of describeErrors(tally.summary().errors)) context.warn(line);
		throw new ExitWithoutError();
	}
	await printSummary(tally.summary(), isStdoutTaken, context);
	const toResume = isFile(options);
	if (signal.aborted && toResume) context.note(CONTINUE);
	signal.throwIfAborted();
	if (problem instanceof OutputFailed && toResume) context.note(`Free some space on the disk. ${CONTINUE}`);
	if (problem instanceof BatchStopped) {
		printStop(problem, toResume, context);
		throw new ExitWithoutError();
	}
	if (problem !== undefined) throw problem;
	if (tally.failed > 0) throw new ExitWithoutError();
}

/** Adds a run to the log, if logging is on: one line for all its rows, without their content. */
export function logRun(
	{ resolved }: Plan,
	tally: Tally,
	problem: unknown,
	options: BatchCommandOptions,
	context: Context,
): void {
	const config = readConfig(context);
	const level = readLogLevel(options, context, config);
	const [target] = resolved;
	if (level === undefined || !target) return;
	const secrets = new Secrets(knownSecrets(options, context.env, config));
	const { provider, model, task } = callIdentity(target);
	const endpoint = target.endpointUrl;
	const seconds = tally.seconds;
	const began = Math.round(context.now() - seconds * 1000);
	const exchange = {
		id: createId(began),
		time: new Date(began).toISOString(),
		command: "batch",
		task: task ?? null,
		// Only the results distinguish the models that rows name, and the providers of several lanes.
		model: tally.hasOwnModels ? null : (model ?? null),
		provider: resolved.length > 1 ? null : (provider ?? null),
		routed: endpoint === undefined && (target.accessToken?.startsWith("hf_") ?? false),
		host: endpoint === undefined ? null : new URL(endpoint).host,
		usage: tally.usage,
		cost_usd: tally.ownCost === null ? null : roundSum(tally.ownCost),
		price_source: null,
		attempts: [],
		first_ms: null,
		total_ms: Math.round(seconds * 1000),
		finish_reason: null,
		...(problem instanceof Error ? { error: { name: problem.name } } : {}),
	};
	const record = toLogRecord(exchange, "metadata", secrets, {
		endpoint,
		...(target.isSandbox ? { sandbox: true as const } : {}),
		rows: { done: tally.finished - tally.ownFailed, failed: tally.ownFailed },
	});
	try {
		appendToLog(record, context.env);
	} catch (error) {
		context.warn(`The run was not logged: ${error instanceof Error ? error.message : error}`);
	}
}
