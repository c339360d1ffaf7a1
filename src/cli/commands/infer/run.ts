import type { ToolUse } from "../../../exchange/index.ts";
import type { Fetch } from "../../../http/index.ts";
import { pickReasoning } from "../../../inference/chat-form.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { openTarget } from "../../call-target/open-target.ts";
import { isPreview } from "../../call-target/resolve.ts";
import { type CallTarget, callFacts } from "../../call-target/target.ts";
import { type Config, readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { attachSubject } from "../../errors/subject.ts";
import { readArgs } from "../../input/args.ts";
import type { Toolbox } from "../../mcp/toolbox.ts";
import type { CallRecorder } from "../../network/call-recorder.ts";
import { createCallLog } from "../../network/connect.ts";
import { readProviders } from "../../options/provider.ts";
import { readTask } from "../../options/task.ts";
import { isReadByAgent, isUnattended } from "../../terminal/process-io.ts";
import { type Progress, startProgress } from "../../terminal/progress.ts";
import type { InferCall, InferOptions, OpenedResponse } from "./options.ts";
import { send } from "./send.ts";
import type { ShownCall } from "./show-call.ts";
import type { sendWithTools } from "./with-tools.ts";

/** One command line, with input that is read once for all its providers. */
interface InferLine {
	task: InferenceTask | undefined;
	words: readonly string[];
	options: InferOptions;
	context: Context;
	config: Config;
	recorder: CallRecorder | undefined;
	progress: Progress | undefined;
	/** Read once: standard input cannot be read twice. */
	args: Args | undefined;
	/** The target of the latest attempt. */
	target?: CallTarget;
	/** The tools of servers, if any were named. */
	toolbox?: Toolbox;
	/** Calls of tools so far. */
	toolUses: ToolUse[];
	/** A limit has ended the calls of tools before the model did. */
	isStopped?: boolean;
	/** The model's reasoning before the last answer, which a saved conversation keeps. */
	reasoning?: object | undefined;
}

/**
 * Runs a complete command line: resolves the target, reads the input, sends the call and prints the result. With
 * several providers, all steps except printing are tried with each in turn.
 * @param fixedArgs arguments that replace those of the words and options
 */
export async function runInfer(
	words: readonly string[],
	raw: InferOptions,
	context: Context,
	fixedArgs?: Args,
): Promise<void> {
	const hasSchema = raw.schema !== undefined || raw.schemaMulti !== undefined;
	// Read once, and checked before anything is sent.
	const answer = hasSchema
		? await (await import("../../input/answer-form.ts")).readAnswerPlan(raw, context)
		: undefined;
	const options = answer ? { ...raw, answer } : raw;
	const task = readTask(options);
	const progress = context.showsProgress ? startProgress("Looking up the model", context) : undefined;
	const config = readConfig(context);
	const recorder = isPreview(options) ? undefined : await openRecorder(options, context, config);
	const run: InferLine = { task, words, options, context, config, recorder, progress, args: fixedArgs, toolUses: [] };
	const attempt = (provider: string | undefined) => attemptCall(run, provider);
	const end = async (result: { output: unknown } | { error: unknown }): Promise<void> => {
		const { target, args, toolUses: tools } = run;
		if (target) await recorder?.end({ ...callFacts(target), arguments: args, tools, ...result });
	};
	try {
		if ((options.mcp ?? options.mcpConfig ?? options.agentServers) !== undefined) run.toolbox = await openTools(run);
		const sent = options.provider?.includes(",")
			? await (await import("../../call-target/failover.ts")).tryProviders(readProviders(options), attempt, context)
			: await attempt(options.provider);
		progress?.stop();
		const output = await printSent(run, sent);
		await end({ output });
		const { target, args } = run;
		// In a pipe too: people read the answer there, and continue it. Programs use --json or --no-input.
		const { flags, env } = context;
		const isForPeople = flags.input && !flags.json && !isUnattended(env) && !isReadByAgent(context);
		if (isForPeople && target?.task === "conversational" && args && !isPreview(options)) {
			const { saveConversation } = await import("./last-chat.ts");
			saveConversation({ target, args, output, reasoning: run.reasoning }, options, context, config);
		}
	} catch (error) {
		await end({ error });
		throw error;
	} finally {
		progress?.stop();
	}
	if (run.isStopped) throw new ExitWithoutError();
}

/** A call that was sent, or is only shown, before anything is printed. */
type SentCall = { call: InferCall } & (
	| { answer: OpenedResponse }
	| { shown: ShownCall }
	| { turns: Awaited<ReturnType<typeof sendWithTools>>; toolbox: Toolbox }
);

/** Adds the target to an error. */
function aboutCall(error: unknown, { target, log }: Pick<InferCall, "target" | "log">): unknown {
	const { provider, model, tokenSource } = target;
	return attachSubject(error, { provider: log.provider ?? provider, model, tokenSource });
}

async function attemptCall(run: InferLine, provider: string | undefined): Promise<SentCall> {
	const { task, words, options, context, config, recorder, progress } = run;
	const { log, listen } = createCallLog((event) => {
		if (event.type === "retry" || event.type === "note") context.note(event.message);
		if (event.type === "progress") progress?.update(event.text);
		if (event.type === "provider") progress?.update(`Waiting for ${event.provider}`);
	});
	const choice = { ...options, ...(provider === undefined ? {} : { provider }) };
	const { costGate } = options;
	const watch = costGate
		? (fetch: Fetch) => costGate(recorder?.watch(fetch) ?? fetch, () => run.target)
		: recorder?.watch;
	const target = await openTarget(task, choice, context, listen, watch, config);
	run.target = target;
	try {
		if (options.format === "table") (await import("../../output/views/index.ts")).checkTableFormat(target.task);
		if (progress && context.stdin.isTTY) progress.pause();
		run.args ??=
			options.file === undefined
				? await readArgs(target.task, words, options, context)
				: await (await import("./attach.ts")).readArgsWithFiles(words, options, target, context, config);
		const call = { target, args: run.args, options, log, recorder };
		if (isPreview(options)) {
			return { call, shown: await (await import("./show-call.ts")).describeCall(call, context) };
		}
		const { provider: callee = target.local?.server.kind.name } = target;
		progress?.update(`Waiting for ${callee ?? (target.endpointUrl ? "the endpoint" : "Hugging Face's choice")}`);
		if (run.toolbox) {
			const { sendWithTools: sendCall } = await import("./with-tools.ts");
			return { call, turns: await sendCall(call, run.toolbox, context), toolbox: run.toolbox };
		}
		const { checkPlace, preloadDrawing } = await import("./print.ts");
		checkPlace(call, context);
		preloadDrawing(call, context);
		return { call, answer: await send(call, listen, context) };
	} catch (error) {
		throw aboutCall(error, { target, log });
	}
}

/** Prints the result of a call; returns the model's output. */
async function printSent(run: InferLine, sent: SentCall): Promise<unknown> {
	const { context } = run;
	const { call } = sent;
	if ("shown" in sent) return await (await import("./show-call.ts")).printShown(sent.shown, call, context);
	try {
		if ("answer" in sent) {
			const { printAnswer } = await import("./print.ts");
			const { output, reasoning } = await printAnswer(call, sent.answer, context);
			run.reasoning = reasoning;
			return output;
		}
		return await printTurns(run, call, sent.turns, sent.toolbox);
	} catch (error) {
		throw aboutCall(error, call);
	}
}

async function openTools({ task, options, context, progress }: InferLine): Promise<Toolbox> {
	const [{ openToolbox }, { askOnTerminal, checkToolOptions }] = await Promise.all([
		import("../../mcp/toolbox.ts"),
		import("./with-tools.ts"),
	]);
	checkToolOptions(task, options);
	progress?.update("Starting the tool servers");
	const toolbox = await openToolbox(options, context, { onStart: () => progress?.pause() });
	if (context.isInteractive) toolbox.ask = (wanted, signal) => askOnTerminal(context, wanted, signal);
	return toolbox;
}

/** Prints a call with tools: several answers, with the tool calls between them. */
async function printTurns(
	run: InferLine,
	call: InferCall,
	turns: Awaited<ReturnType<typeof sendWithTools>>,
	toolbox: Toolbox,
): Promise<unknown> {
	const { context } = run;
	const [{ openSink }, { printRun }, { isStopped }] = await Promise.all([
		import("./print.ts"),
		import("./with-tools.ts"),
		import("../chat/run-endings.ts"),
	]);
	const open = (): ReturnType<typeof openSink> => openSink(call.target, call.options, context);
	const { messages, text, reason } = await printRun(turns, call, open, toolbox, run.toolUses, context);
	run.isStopped = isStopped(reason);
	// The conversation that is saved, without its last answer.
	run.args = { ...run.args, messages: messages.slice(0, -1) };
	run.reasoning = pickReasoning(messages.at(-1));
	return text;
}

/** Opens the record of the call if it is shown, logged or traced. */
async function openRecorder(
	options: InferOptions,
	context: Context,
	config: Config,
): Promise<CallRecorder | undefined> {
	const level = options.log ?? resolveSetting("log", undefined, context, config).value;
	const isTraced = Object.keys(context.env).some((name) => name.startsWith("OTEL_EXPORTER_"));
	if (!options.stats && level === "off" && !isTraced) return undefined;
	const { openCallRecorder } = await import("../../network/call-recorder.ts");
	return await openCallRecorder("infer", options, context, config);
}
