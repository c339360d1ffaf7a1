import { encodeDataUrl, imageInput } from "../../adapters/input.js";
import { flat, rest } from "../../adapters/payload.js";
import { isRouted } from "../../request.js";
const imageLists = {
  encode: imageInput(),
  copies: ["image_urls"],
  payload: (call) => {
    const { inputs } = call.args;
    return { ...flat(call.args), image_url: inputs, image_urls: [inputs], ...lora(call) };
  }
};
const imageUrl = {
  encode: async (args, transport) => givenUrl(args) ? args : { ...args, inputs: await encodeDataUrl(args.inputs, transport) },
  payload: (call) => {
    const { args } = call;
    return {
      ...rest(args),
      ...args.parameters,
      image_url: givenUrl(args) ?? args.inputs,
      ...lora(call)
    };
  }
};
function givenUrl(args) {
  return args["image_url"] ?? args.parameters?.["image_url"];
}
function orNone({ encode, payload, ...input }) {
  return {
    ...input,
    encode: async (args, transport) => isMissing(args.inputs) ? args : encode(args, transport),
    payload: (call) => {
      const { args } = call;
      if (!isMissing(args.inputs)) return payload(call);
      return { ...flat(args), prompt: args.parameters?.["prompt"], ...lora(call) };
    },
    path: ({ args, model, auth }) => isMissing(args.inputs) && !isRouted(auth) ? model.split("/").slice(0, -1).join("/") : model
  };
}
function isMissing(inputs) {
  return inputs === void 0 || inputs === null;
}
function lora({ mapping }) {
  if (mapping?.adapter !== "lora" || !mapping.adapterWeightsPath) return {};
  const path = `https://huggingface.co/${mapping.hfModelId}/resolve/main/${mapping.adapterWeightsPath}`;
  return { loras: [{ path, scale: 1 }] };
}
function sdxlBase(call) {
  const isAsked = call.model === "fal-ai/lora" && "loras" in lora(call);
  return isAsked ? { model_name: "stabilityai/stable-diffusion-xl-base-1.0" } : {};
}
export {
  imageLists,
  imageUrl,
  lora,
  orNone,
  sdxlBase
};
