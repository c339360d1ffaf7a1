import type { Args } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { concerning } from "../../errors/subject.ts";
import { readArgs } from "../../input/args.ts";
import { createCallLog, type Listener, listenAll, printNotes } from "../../network/events.ts";
import { tryProviders } from "../../network/failover.ts";
import { resolveTarget, type Target } from "../../network/target.ts";
import { readProviders } from "../../options/provider.ts";
import { checkResultFormat } from "../../output/result-formats.ts";
import { type Progress, startProgress } from "../../terminal/progress.ts";
import { type InferOptions, readTask } from "./options.ts";
import { type InferCall, send } from "./send.ts";

/**
 * Runs a complete command line: resolves whom to call, reads the input, sends the call and prints the result. Where
 * several providers are named, all but the printing is tried with one after the other.
 */
export async function runInfer(words: readonly string[], options: InferOptions, context: Context): Promise<void> {
	const task = readTask(options);
	const progress = startProgress("Looking the model up", context);
	let args: Args | undefined;
	try {
		const print = await tryProviders(
			readProviders(options),
			async (provider) => {
				const { log, listen } = createCallLog();
				const events = listenAll(listen, printNotes(context), showProgress(progress));
				const choice = provider === undefined ? options : { ...options, provider };
				const target = await resolveTarget(task, choice, context, events);
				const { model, tokenSource } = target;
				const subject = () => ({ provider: log.provider ?? target.provider, model, tokenSource });
				return await concerning(subject, async () => {
					checkResultFormat(options.format, target.task);
					if (context.stdin.isTTY) progress.pause();
					// Read once: standard input does not come twice.
					args ??= await readArgs(target.task, words, options, context);
					const call = { target, args, options, log };
					if (isShown(options)) return await showCall(call, context);
					progress.update(`Waiting for ${nameService(target)}`);
					const { preparePrint } = await import("./print.ts");
					const printAnswer = preparePrint(call, context);
					const answer = await send(call, events, context);
					return () => concerning(subject, () => printAnswer(answer));
				});
			},
			context,
		);
		progress.stop();
		await print();
	} finally {
		progress.stop();
	}
}

/** Whether the call is printed instead of being sent. */
function isShown({ dryRun, curl, snippet }: InferOptions): boolean {
	return Boolean(dryRun || curl) || snippet !== undefined;
}

async function showCall(call: InferCall, context: Context): Promise<() => Promise<void>> {
	const { showRequest, showSnippet } = await import("./show.ts");
	return call.options.snippet === undefined ? await showRequest(call, context) : await showSnippet(call, context);
}

function showProgress(progress: Progress): Listener {
	return (event) => {
		if (event.type === "progress") progress.update(event.text);
		if (event.type === "provider") progress.update(`Waiting for ${event.provider}`);
	};
}

function nameService({ provider, endpointUrl }: Target): string {
	return provider ?? (endpointUrl ? "the endpoint" : "the hub's choice");
}
