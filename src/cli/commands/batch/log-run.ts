import { createId } from "../../../exchange/exchange.ts";
import { toLogRecord } from "../../../exchange/log-record.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { appendToLog } from "../../config/log.ts";
import { readConfig } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { readLogLevel } from "../../network/call-recorder.ts";
import { partiesOf } from "../../target/target.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { roundSum, type Tally } from "./tally.ts";

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
	const { provider, model, task } = partiesOf(target);
	const endpoint = target.endpointUrl;
	const seconds = tally.seconds;
	const began = Math.round(context.now() - seconds * 1000);
	const exchange = {
		id: createId(began),
		time: new Date(began).toISOString(),
		command: "batch",
		task: task ?? null,
		model: model ?? null,
		// Only the results distinguish the providers of several lanes.
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
