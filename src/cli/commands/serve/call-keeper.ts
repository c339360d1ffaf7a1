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
import { describeContent, readLogLevel, withoutFileContent } from "../../network/call-recorder.ts";

import { openSpanQueue, readTraceSettings } from "../../network/traces.ts";
import type { ServeCommandOptions } from "./options.ts";

/** Characters of the texts of a call's arguments, and of its result, that are kept. */
const MAX_CHARACTERS = 512 * 1024;

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
	context.defer(async () => void (await Promise.allSettled(pending)));
	const keepContent = async (exchange: Exchange, { arguments: args, output, details }: CallContent): Promise<void> => {
		const content = {
			arguments: await describeContent(args, MAX_CHARACTERS),
			output: await describeContent(output, MAX_CHARACTERS),
		};
		if (level !== undefined) keep(exchange, level, level === "content" ? content : {});
		if (!traces) return;
		const { traceparent, hasContent } = traces;
		const [input, result] = [content.arguments, content.output].map(withoutFileContent);
		const shown = hasContent ? { input, output: result } : undefined;
		openSpanQueue(traces, context)(toSpan(exchange, details, { traceparent, content: shown, secrets }));
	};
	return (exchange, readContent) => {
		if (level !== "content" && !traces) return keep(exchange, "metadata", {});
		const keeping = keepContent(exchange, readContent()).finally(() => pending.delete(keeping));
		pending.add(keeping);
		return keeping;
	};
}
