import { type Delta, readDelta, readUsage, type Usage } from "../../../inference/delta.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { withSubject } from "../../errors/subject.ts";
import { type CallRecorder, openCallRecorder } from "../../network/call-recorder.ts";
import { type CallLog, createCallLog, type Listener } from "../../network/connect.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { findFiles, findText } from "../../output/result.ts";
import { saveFiles } from "../../output/save.ts";
import { type Timing, tokensPerSecond } from "../../output/stats.ts";
import { resolveTarget } from "../../target/resolve.ts";
import { callIdentity, priceSource, type Target } from "../../target/target.ts";
import type { InferOptions } from "../infer/options.ts";
import { send } from "../infer/send.ts";
import { type Comparison, type Pair, reportOf } from "./comparison.ts";

/** A pair whose call can be sent, or the error of resolving its target. */
export interface OpenCall {
	pair: Pair;
	/** From 1; part of the names of files. */
	number: number;
	options: InferOptions;
	log: Readonly<CallLog>;
	listen: Listener;
	recorder: CallRecorder | undefined;
	target: Target | undefined;
	/** The error, if there is no target. */
	error: unknown;
}

/** Resolves the target of a pair. An error is kept, because the other pairs continue. */
export async function openCall(
	pair: Pair,
	number: number,
	task: InferenceTask | undefined,
	given: InferOptions,
	hear: Listener,
	context: Context,
): Promise<OpenCall> {
	// Tokens, times and cost are shown at the end, so text is streamed and tokens are counted.
	const options: InferOptions = { ...given, stats: true, stream: true, json: false, number };
	const { log, listen } = createCallLog(hear);
	const recorder = await openCallRecorder("compare", options, context);
	const call = { pair, number, options, log, listen, recorder };
	const { model: _model, provider: _provider, ...rest } = given;
	const choice = {
		...rest,
		...(pair.model ? { model: pair.model } : {}),
		...(pair.provider ? { provider: pair.provider } : {}),
	};
	try {
		return { ...call, target: await resolveTarget(task, choice, context, listen, recorder?.watch), error: undefined };
	} catch (error) {
		if (context.signal.aborted) throw error;
		return { ...call, target: undefined, error };
	}
}

/** Files of an answer as `--json` lists them. */
interface SavedFile {
	path: string;
	type: string;
	size: number;
}

/** Output so far. */
interface Received {
	output: unknown;
	usage: Usage | undefined;
	images: readonly Blob[];
	timing: Timing;
}

/**
 * Sends the call of a pair and reads the answer.
 * @param hear called with pieces of text as they arrive
 * @returns the comparison, also of a failed call; rejects only if the program is interrupted
 */
export async function runCall(
	call: OpenCall,
	args: Args | undefined,
	hear: (delta: Delta) => void,
	context: Context,
): Promise<Comparison> {
	const { target, recorder } = call;
	const received: Received = { output: null, usage: undefined, images: [], timing: { started: context.now() } };
	let { error } = call;
	if (target && args) {
		const subject = () => ({
			provider: call.log.provider ?? target.provider,
			model: target.model,
			tokenSource: target.tokenSource,
		});
		try {
			await withSubject(subject, () => receive({ ...call, target }, args, received, hear, context));
			if (target.model !== undefined) rememberModels([{ id: target.model, task: target.task }], context);
		} catch (problem) {
			error = problem;
		}
		received.timing.ended ??= context.now();
	}
	if (context.signal.aborted) throw context.signal.reason;
	return await finish(call, args, received, error, recorder, context);
}

async function receive(
	call: OpenCall & { target: Target },
	args: Args,
	received: Received,
	hear: (delta: Delta) => void,
	context: Context,
): Promise<void> {
	const { target, options, log, recorder, listen } = call;
	const answer = await send({ target, args, options, log, recorder }, listen, context);
	const { timing } = received;
	if ("chunks" in answer) {
		let text = "";
		const tools: string[] = [];
		for await (const chunk of answer.chunks) {
			const delta = readDelta(chunk);
			if (delta.content || delta.reasoning) timing.firstToken ??= context.now();
			received.usage = readUsage(chunk) ?? received.usage;
			for (const { index, name, arguments: piece } of delta.toolCalls) {
				tools[index] = `${tools[index] ?? ""}${name ? `${name}(` : ""}${piece}`;
			}
			text += delta.content;
			received.output = text;
			hear(delta);
		}
		timing.ended = context.now();
		const calls = tools.filter(Boolean).map((tool) => `${tool})`);
		if (calls.length === 0) return;
		const described = `${text === "" ? "" : "\n\n"}${calls.join("\n")}`;
		received.output = text + described;
		hear({ content: described, reasoning: "", toolCalls: [] });
		return;
	}
	timing.ended = context.now();
	if (!("result" in answer)) return;
	received.usage = readUsage(answer.result);
	const files = findFiles(answer.result);
	if (!files) {
		received.output = findText(answer.result) ?? answer.result;
		return;
	}
	const { output, number, force } = options;
	const { task, model } = target;
	const paths = await saveFiles(files, { task, model, output, number, force }, context);
	const saved = files.map(({ type, size }, index): SavedFile => ({ path: paths[index] ?? "", type, size }));
	received.output = saved.length === 1 ? saved[0] : saved;
	received.images = files.filter(({ type }) => type.startsWith("image/"));
}

async function finish(
	{ pair, target, log }: OpenCall,
	args: Args | undefined,
	{ output, usage, images, timing }: Received,
	error: unknown,
	recorder: CallRecorder | undefined,
	context: Context,
): Promise<Comparison> {
	const identity = target ? callIdentity(target) : {};
	const exchange = await recorder?.show(identity, target && error === undefined ? priceSource(target) : undefined);
	await recorder?.end({ identity: identity, isSandbox: target?.isSandbox, arguments: args, output, error });
	const { started, firstToken, ended } = timing;
	const rate = tokensPerSecond(usage, timing);
	return {
		pair,
		images,
		error,
		isSandbox: target?.isSandbox,
		pricesDate: exchange?.pricesDate,
		entry: {
			model: target?.model ?? pair.model ?? null,
			provider: exchange?.provider ?? log.provider ?? target?.provider ?? pair.provider ?? null,
			output,
			first_ms: firstToken === undefined ? null : Math.round(firstToken - started),
			total_ms: ended === undefined ? null : Math.round(ended - started),
			tokens_per_second: rate === undefined ? null : Math.round(rate * 10) / 10,
			usage: exchange?.usage ?? null,
			cost_usd: exchange?.cost_usd ?? null,
			price_source: exchange?.price_source ?? null,
			...(error === undefined ? {} : { error: reportOf(error, context) }),
		},
	};
}
