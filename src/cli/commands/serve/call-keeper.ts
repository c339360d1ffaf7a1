import {
	type Exchange,
	type LogDetails,
	type LogLevel,
	Secrets,
	toLogRecord,
	toSpan,
} from "../../../exchange/index.ts";
import type { CallContent, GatewayOptions } from "../../../gateway/index.ts";
import { appendToLog } from "../../config/log.ts";
import type { Config } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { readLogLevel } from "../../network/call-recorder.ts";
import { describeContent } from "../../network/log-content.ts";
import { openSpanQueue, readTraceSettings } from "../../network/traces.ts";
import type { ServeCommandOptions } from "./options.ts";

/** Adds each call to the log and to traces, if flags, environment or configuration request it. */
export function createCallKeeper(
	given: ServeCommandOptions,
	values: readonly string[],
	isSandbox: boolean,
	context: Context,
	config: Config,
): GatewayOptions["onCall"] {
	const level = readLogLevel(given, context, config);
	const traces = readTraceSettings(context.env);
	if (level === undefined && !traces) return undefined;
	const secrets = new Secrets(values);
	let isBroken = false;
	const keep = (exchange: Exchange, level: LogLevel, content: LogDetails): void => {
		const record = toLogRecord(exchange, level, secrets, { ...content, ...(isSandbox ? { sandbox: true } : {}) });
		try {
			appendToLog(record, context.env);
		} catch (error) {
			if (!isBroken) context.warn(`The log cannot be written: ${error instanceof Error ? error.message : error}`);
			isBroken = true;
		}
	};
	// Files of a call are read before its line is written.
	const pending = new Set<Promise<void>>();
	context.defer(async () => void (await Promise.all(pending)));
	const keepContent = async (exchange: Exchange, { arguments: args, output }: CallContent): Promise<void> => {
		keep(exchange, "content", { arguments: await describeContent(args), output: await describeContent(output) });
	};
	return (exchange, tell) => {
		const said = level === "content" || traces ? tell() : undefined;
		if (said && level === "content") {
			const keeping = keepContent(exchange, said).finally(() => pending.delete(keeping));
			pending.add(keeping);
		} else if (level !== undefined) {
			keep(exchange, level, {});
		}
		if (traces && said) {
			const content = traces.hasContent ? { input: said.arguments, output: said.output } : undefined;
			const { traceparent } = traces;
			openSpanQueue(traces, context)(toSpan(exchange, said.details, { traceparent, content, secrets }));
		}
	};
}
