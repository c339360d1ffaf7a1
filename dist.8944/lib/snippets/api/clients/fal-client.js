import { code, python } from "../../library/snippet.js";
import { quote } from "../../quote.js";
import { pythonCall, pythonDataUrl, readFilePython } from "../python.js";
import { findFile } from "../request.js";
const MEMBERS = {
  textToImage: ["prompt", "loras"],
  imageToImage: ["image_url", "prompt"],
  imageToVideo: ["image_url", "prompt"]
};
function writeFalClient({ args, provider, providerModel, request, template }) {
  const members = Object.hasOwn(MEMBERS, template) ? MEMBERS[template] : void 0;
  if (provider !== "fal-ai" || !members || request?.body.kind !== "json") return void 0;
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
export {
  writeFalClient
};
