import type { Args } from "../../../inference/index.ts";
import { type Config, readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { attachSubject } from "../../errors/subject.ts";
import { readArgs } from "../../input/args.ts";
import type { Account, CallResult } from "../../network/account.ts";
import { createCallLog } from "../../network/connect.ts";
import { isShown, partiesOf, priceSource, resolveTarget, type Target } from "../../network/target.ts";
import { readProviders } from "../../options/provider.ts";
import { readTask } from "../../options/task.ts";
import { checkTableFormat } from "../../output/result-formats.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import { startProgress } from "../../terminal/progress.ts";
import type { InferOptions } from "./options.ts";
import { send } from "./send.ts";

/**
 * Runs a complete command line: resolves the target, reads the input, sends the call and prints the result. Where
 * several providers are named, all but the printing is tried with each in turn.
 * @param given arguments that replace those of the words and options
 */
export async function runInfer(
	words: readonly string[],
	written: InferOptions,
	context: Context,
	given?: Args,
): Promise<void> {
	const hasSchema = written.schema !== undefined || written.schemaMulti !== undefined;
	// Read once, and checked before anything is sent.
	const options = hasSchema ? await readSchema(written, context) : written;
	const task = readTask(options);
	const isOnlyShown = isShown(options);
	const progress = context.showsProgress ? startProgress("Looking up the model", context) : undefined;
	const config = readConfig(context);
	const account = isOnlyShown ? undefined : await findAccount(options, context, config);
	let args = given;
	let target: Target | undefined;
	const attempt = async (provider: string | undefined): Promise<() => Promise<unknown>> => {
		const { log, listen } = createCallLog((event) => {
			if (event.type === "retry" || event.type === "note") context.note(event.message);
			if (event.type === "progress") progress?.update(event.text);
			if (event.type === "provider") progress?.update(`Waiting for ${event.provider}`);
		});
		const choice = { ...options, ...(provider === undefined ? {} : { provider }) };
		const found = await resolveTarget(task, choice, context, listen, account?.watch, config);
		target = found;
		const fail = (error: unknown): never => {
			const { provider: asked, model, tokenSource } = found;
			throw attachSubject(error, { provider: log.provider ?? asked, model, tokenSource });
		};
		try {
			if (options.format === "table") checkTableFormat(found.task);
			if (progress && context.stdin.isTTY) progress.pause();
			// Read once: standard input does not come twice.
			args ??=
				options.file === undefined
					? await readArgs(found.task, words, options, context)
					: await (await import("./attach.ts")).readArgsWithFiles(words, options, found, context, config);
			const call = { target: found, args, options, log, account };
			if (isOnlyShown) return await (await import("./show-call.ts")).showCall(call, context);
			progress?.update(`Waiting for ${nameCallee(found)}`);
			const { preparePrint } = await import("./print.ts");
			const printAnswer = await preparePrint(call, context);
			const answer = await send(call, listen, context);
			return () => printAnswer(answer).catch(fail);
		} catch (error) {
			return fail(error);
		}
	};
	const end = async (result: { output: unknown } | { error: unknown }): Promise<void> => {
		if (target) await account?.end({ ...describeCall(target), arguments: args, ...result });
	};
	try {
		const print = options.provider?.includes(",")
			? await (await import("../../network/failover.ts")).tryProviders(readProviders(options), attempt, context)
			: await attempt(options.provider);
		progress?.stop();
		const output = await print();
		await end({ output });
		// Scripts do not continue a conversation.
		const isForPeople = context.flags.input && !context.flags.json && !isUnattended(context.env);
		if (isForPeople && target?.task === "conversational" && args && !isOnlyShown) {
			const { keepConversation } = await import("./keep.ts");
			keepConversation({ target, args, output }, options, context, config);
		}
	} catch (error) {
		await end({ error });
		throw error;
	} finally {
		progress?.stop();
	}
}

/** Returns the options with what `--schema` or `--schema-multi` says. */
async function readSchema(options: InferOptions, context: Context): Promise<InferOptions> {
	const { readAnswerPlan } = await import("../../input/answer-form.ts");
	const answer = await readAnswerPlan(options, context);
	return answer ? { ...options, answer } : options;
}

/** Opens the record of the call, where it may be wanted: shown, logged or traced. */
async function findAccount(options: InferOptions, context: Context, config: Config): Promise<Account | undefined> {
	const level = options.log ?? resolveSetting("log", undefined, context, config).value;
	const isTraced = Object.keys(context.env).some((name) => name.startsWith("OTEL_EXPORTER_"));
	if (!options.stats && level === "off" && !isTraced) return undefined;
	const { openAccount } = await import("../../network/account.ts");
	return await openAccount("infer", options, context, config);
}

/** What a record says of the target of its call. */
function describeCall(target: Target): Pick<CallResult, "parties" | "endpoint" | "isSandbox" | "prices"> {
	const { endpointUrl: endpoint, isSandbox } = target;
	return { parties: partiesOf(target), endpoint, isSandbox, prices: priceSource(target) };
}

function nameCallee({ provider, local, endpointUrl }: Target): string {
	return provider ?? local?.server.kind.name ?? (endpointUrl ? "the endpoint" : "the hub's choice");
}
