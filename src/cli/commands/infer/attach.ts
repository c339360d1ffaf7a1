import type { Args } from "../../../inference/index.ts";
import { checkContext, leaveOutImages } from "../../call-target/context-limits.ts";
import { isPreview } from "../../call-target/resolve.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { Config } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { readArgs } from "../../input/args.ts";
import type { Attachment } from "../../input/attachment.ts";
import { describeAttached, readAttachments } from "../../input/attachments.ts";
import { connect, networkOptions } from "../../network/connect.ts";
import type { InferOptions } from "./options.ts";

/** Reads the arguments of a call with the files of `--file`, which have to fit the model. */
export async function readArgsWithFiles(
	words: readonly string[],
	options: InferOptions,
	target: CallTarget,
	context: Context,
	config: Config,
): Promise<Args> {
	const attachments = await attachFiles(options, target, context, config);
	const args = await readArgs(target.task, words, { ...options, attachments }, context);
	if (!isPreview(options)) await checkContext(args["messages"] ?? args.inputs, target, context);
	return args;
}

async function attachFiles(
	{ file = [], ...options }: InferOptions,
	target: CallTarget,
	context: Context,
	config: Config,
): Promise<Attachment[]> {
	// The hosts of the files get neither the call's headers nor its record.
	const open = async () =>
		(await connect(networkOptions({ ...options, sandbox: target.isSandbox }), context, config)).fetch;
	const attachments = await readAttachments(file, open, context);
	// A call that is only shown needs no network.
	const sent = isPreview(options) ? attachments : await leaveOutImages(attachments, file, target, context);
	if (sent.length > 0) context.note(describeAttached(sent));
	return sent;
}
