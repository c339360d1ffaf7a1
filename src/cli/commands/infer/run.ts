import type { Args } from "../../../inference/index.ts";
import { type Config, readConfig } from "../../config/read.ts";
import { resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { concerning } from "../../errors/subject.ts";
import { readArgs } from "../../input/args.ts";
import type { CallResult } from "../../network/account.ts";
import { createCallLog, type Listener, printNotes } from "../../network/events.ts";
import { partiesOf, priceSource, resolveTarget, type Target } from "../../network/target.ts";
import { readProviders } from "../../options/provider.ts";
import { readTask } from "../../options/task.ts";
import { checkTableFormat } from "../../output/result-formats.ts";
import { type Progress, startProgress } from "../../terminal/progress.ts";
import type { InferCall } from "./call.ts";
import type { InferOptions } from "./options.ts";
import { send } from "./send.ts";

/**
 * Runs a complete command line: resolves whom to call, reads the input, sends the call and prints the result. Where
 * several providers are named, all but the printing is tried with one after the other.
 * @param givenOptions as the command line says them
 * @param given the arguments, in place of those that the words and options say
 */
export async function runInfer(
	words: readonly string[],
	givenOptions: InferOptions,
	context: Context,
	given?: Args,
): Promise<void> {
	const options = await readAnswerOption(givenOptions, context);
	const task = readTask(options);
	const progress = startProgress("Looking the model up", context);
	const config = readConfig(context);
	let args = given;
	let target: Target | undefined;
	const account = isAccounted(options, context, config)
		? await (await import("../../network/account.ts")).openAccount("infer", options, context, config)
		: undefined;
	const end = (result: Omit<CallResult, "parties">): void => {
		if (!target) return;
		const { endpointUrl: endpoint, isSandbox } = target;
		const prices = priceSource(target);
		account?.end({ parties: partiesOf(target), endpoint, isSandbox, prices, arguments: args, ...result });
	};
	const attempt = async (provider: string | undefined): Promise<() => Promise<unknown>> => {
		const { log, listen } = createCallLog(printNotes(context), showProgress(progress));
		const choice = { ...options, ...(provider === undefined ? {} : { provider }), isShown: isShown(options) };
		const found = await resolveTarget(task, choice, context, listen, account?.watch, config);
		target = found;
		const { model, tokenSource } = found;
		const subject = () => ({ provider: log.provider ?? found.provider, model, tokenSource });
		return await concerning(subject, async () => {
			if (options.format === "table") checkTableFormat(found.task);
			if (progress.isShown && context.stdin.isTTY) progress.pause();
			// Read once: standard input does not come twice.
			args ??= await readInput(found, words, options, context, config);
			const call = { target: found, args, options, log, account };
			if (isShown(options)) return await showCall(call, context);
			progress.update(
				`Waiting for ${found.provider ?? found.local?.server.kind.name ?? (found.endpointUrl ? "the endpoint" : "the hub's choice")}`,
			);
			const { preparePrint } = await import("./print.ts");
			const printAnswer = await preparePrint(call, context);
			const answer = await send(call, listen, context);
			return () => concerning(subject, () => printAnswer(answer));
		});
	};
	try {
		const print = options.provider?.includes(",")
			? await (await import("../../network/failover.ts")).tryProviders(readProviders(options), attempt, context)
			: await attempt(options.provider);
		progress.stop();
		const output = await print();
		end({ output });
		if (target && args && !isShown(options)) await keep({ target, args, output }, options, context, config);
	} catch (error) {
		end({ error });
		throw error;
	} finally {
		progress.stop();
	}
}

/** The options with what `--schema` says: it is read once, and what is wrong with it is told before anything is sent. */
async function readAnswerOption(options: InferOptions, context: Context): Promise<InferOptions> {
	if (options.schema === undefined && options.schemaMulti === undefined) return options;
	const { readAnswerPlan } = await import("../../input/answer-form.ts");
	const answer = await readAnswerPlan(options, context);
	return answer ? { ...options, answer } : options;
}

/** Keeps the conversation, where there is one to go on with. */
async function keep(
	call: { target: Target; args: Args; output: unknown },
	options: InferOptions,
	context: Context,
	config: Config,
): Promise<void> {
	if (call.target.task !== "conversational" || context.flags.json) return;
	const { isKept, keepConversation } = await import("./keep.ts");
	if (isKept(options, call.target, context, config)) keepConversation(call, options, context, config);
}

async function readInput(
	target: Target,
	words: readonly string[],
	options: InferOptions,
	context: Context,
	config: Config,
): Promise<Args> {
	if (options.file === undefined) return await readArgs(target.task, words, options, context);
	const [{ attachFiles }, { checkContext }] = await Promise.all([
		import("./attach.ts"),
		import("../../network/check-context.ts"),
	]);
	const attachments = await attachFiles(options, target, context, config);
	const args = await readArgs(target.task, words, { ...options, attachments }, context);
	// A call that is only shown needs no network.
	if (!isShown(options)) await checkContext(args["messages"] ?? args.inputs, target, context);
	return args;
}

/** Whether a record of the call may be wanted: shown, logged or traced. */
function isAccounted({ stats, log, ...options }: InferOptions, context: Context, config: Config): boolean {
	if (isShown(options)) return false;
	const level = log ?? resolveSetting("log", undefined, context, config).value;
	return Boolean(
		stats || level !== "off" || Object.keys(context.env).some((name) => name.startsWith("OTEL_EXPORTER_")),
	);
}

/** Whether the call is printed instead of being sent. */
function isShown({ dryRun, curl, snippet }: InferOptions): boolean {
	return Boolean(dryRun || curl) || snippet !== undefined;
}

async function showCall(call: InferCall, context: Context): Promise<() => Promise<unknown>> {
	const { showRequest, showSnippet } = await import("./show.ts");
	return call.options.snippet === undefined ? await showRequest(call, context) : await showSnippet(call, context);
}

function showProgress(progress: Progress): Listener {
	return (event) => {
		if (event.type === "progress") progress.update(event.text);
		if (event.type === "provider") progress.update(`Waiting for ${event.provider}`);
	};
}
