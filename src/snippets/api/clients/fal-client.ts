import { code, paragraphs, python } from "../../library/snippet.ts";
import { quote } from "../../quote.ts";
import type { Plan } from "../plan.ts";
import { pythonCall, pythonDataUrl, readFilePython } from "../python.ts";
import { findFile } from "../raw-request.ts";

/** Arguments the package sends to the service; it sets the others itself. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
	textToImage: ["prompt", "loras"],
	imageEdit: ["image_url", "prompt"],
};

/** Python with the package `fal_client`, which reads its key itself. */
export function writeFalClient({ args, provider, providerModel, request, form }: Plan): string | undefined {
	const members = Object.hasOwn(MEMBERS, form) ? MEMBERS[form] : undefined;
	if (provider !== "fal-ai" || !members || request?.body.kind !== "json") return undefined;
	const names = [...members, ...Object.keys(args.parameters ?? {})];
	const input = Object.fromEntries(Object.entries(request.body.value).filter(([name]) => names.includes(name)));
	const file = findFile(input);
	const settings = file ? { with_logs: true, on_queue_update: code("on_queue_update") } : {};
	const model = code(quote(providerModel));
	const call = pythonCall("fal_client.subscribe", [model], { arguments: input, ...settings }, pythonDataUrl);
	const run = python`
		result = ${call}
		print(result)
	`;
	if (!file) return paragraphs(code("import fal_client"), run).content;
	return python`
		import base64
		import fal_client

		def on_queue_update(update):
			if isinstance(update, fal_client.InProgress):
				for log in update.logs:
					print(log["message"])

		${readFilePython(file)}

		${run}
	`.content;
}
