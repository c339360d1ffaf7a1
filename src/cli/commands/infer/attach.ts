import type { Config } from "../../config/read.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { type Attachment, readAttachments } from "../../input/attach/read-attachments.ts";
import { connect } from "../../network/connect.ts";
import { readModelLimits } from "../../network/model-limits.ts";
import type { Target } from "../../network/target.ts";
import type { InferOptions } from "./options.ts";

/**
 * Reads the files of `--file` for a call.
 * @throws UsageError for an image where the model is known to take none
 */
export async function attachFiles(
	{ file = [], ...options }: InferOptions,
	target: Target,
	context: Context,
	config: Config,
): Promise<Attachment[]> {
	// Neither the call's headers nor its record are for those who hold the files.
	const open = async () => (await connect(pickNetwork(options), context, config)).fetch;
	const attachments = await readAttachments(file, open, context);
	const images = attachments.filter(({ kind }) => kind === "image");
	const [first] = images;
	const isShown = options.dryRun || options.curl || options.snippet !== undefined;
	if (!first || isShown || (await readModelLimits(target, context)).takesImages !== false) return attachments;
	const isNamed = images.find(({ name }) => file.includes(name));
	if (isNamed) {
		throw new UsageError(
			`${target.model} takes no images: ${isNamed.name} cannot be attached.`,
			"Choose a model that does: hub models --task image-text-to-text",
			"invalid-input",
		);
	}
	const others = images.length > 1 ? ` and ${images.length - 1} more` : "";
	context.note(`Left out ${first.name}${others}: ${target.model} takes no images.`);
	return attachments.filter(({ kind }) => kind !== "image");
}

function pickNetwork({ sandbox, timeout, retries, proxy, provider }: Omit<InferOptions, "file">) {
	return {
		sandbox: Boolean(sandbox) || provider === "sandbox",
		...(timeout === undefined ? {} : { timeout }),
		...(retries === undefined ? {} : { retries }),
		...(proxy === undefined ? {} : { proxy }),
	};
}
