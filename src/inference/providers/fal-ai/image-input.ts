import { encodeDataUrl, imageInput } from "../../adapters/input.ts";
import { flat, rest } from "../../adapters/payload.ts";
import { isRouted } from "../../build-request.ts";
import type { Call, TaskAdapter } from "../../types.ts";
import { lora } from "./queue.ts";

/** How a task of fal.ai takes its image. */
export interface ImageInput extends Pick<TaskAdapter, "payload" | "copies"> {
	encode: NonNullable<TaskAdapter["encode"]>;
	/** Path of the model on direct calls, where it is not the model's id. */
	path?: (call: Call) => string;
}

/** The image alone and as a list: models differ in which they read. */
export const imageLists: ImageInput = {
	encode: imageInput(),
	copies: ["image_urls"],
	payload: (call) => {
		const { inputs } = call.args;
		return { ...flat(call.args), image_url: inputs, image_urls: [inputs], ...lora(call) };
	},
};

/** The image alone; an `image_url` of the caller's takes its place. */
export const imageUrl: ImageInput = {
	encode: async (args, transport) =>
		givenUrl(args) ? args : { ...args, inputs: await encodeDataUrl(args.inputs, transport) },
	payload: (call) => {
		const { args } = call;
		return {
			...rest(args),
			...args.parameters,
			image_url: givenUrl(args) ?? args.inputs,
			...lora(call),
		};
	},
};

function givenUrl(args: Call["args"]): unknown {
	return args["image_url"] ?? args.parameters?.["image_url"];
}

/** For tasks that can do without an image: then the model is called under its parent's path. */
export function orNone({ encode, payload, ...input }: ImageInput): ImageInput {
	return {
		...input,
		encode: async (args, transport) => (isMissing(args.inputs) ? args : encode(args, transport)),
		payload: (call) => {
			const { args } = call;
			if (!isMissing(args.inputs)) return payload(call);
			return { ...flat(args), prompt: args.parameters?.["prompt"], ...lora(call) };
		},
		path: ({ args, model, auth }) =>
			isMissing(args.inputs) && !isRouted(auth) ? model.split("/").slice(0, -1).join("/") : model,
	};
}

function isMissing(inputs: unknown): boolean {
	return inputs === undefined || inputs === null;
}
