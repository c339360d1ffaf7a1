import { code, python } from "../../library/snippet.ts";
import { quote } from "../../quote.ts";
import type { Plan } from "../plan.ts";
import { pythonCall, pythonDataUrl, readFilePython } from "../python.ts";
import { findFile } from "../raw-request.ts";

/** Arguments the package passes on to the service; it sets the others itself. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
	textToImage: ["prompt", "loras"],
	imageToImage: ["image_url", "prompt"],
	imageToVideo: ["image_url", "prompt"],
};

/** Python with the package `fal_client`, which reads its key itself. */
export function writeFalClient({ args, provider, providerModel, request, template }: Plan): string | undefined {
	const members = Object.hasOwn(MEMBERS, template) ? MEMBERS[template] : undefined;
	if (provider !== "fal-ai" || !members || request?.body.kind !== "json") return undefined;
	const names = [...members, ...Object.keys(args.parameters ?? {})];
	const input = Object.fromEntries(Object.entries(request.body.value).filter(([name]) => names.includes(name)));
	const model = code(quote(providerModel));
	const file = findFile(input);
	if (!file) {
		return python`
			import fal_client

			result = ${pythonCall("fal_client.subscribe", [model], { arguments: input })}
			print(result)
		`.content;
	}
	const settings = { arguments: input, with_logs: true, on_queue_update: code("on_queue_update") };
	const call = pythonCall("fal_client.subscribe", [model], settings, pythonDataUrl);
	return python`
		import base64
		import fal_client

		def on_queue_update(update):
			if isinstance(update, fal_client.InProgress):
				for log in update.logs:
					print(log["message"])

		${readFilePython(file)}

		result = ${call}
		print(result)
	`.content;
}
