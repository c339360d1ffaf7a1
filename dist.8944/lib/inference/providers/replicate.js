import { getPath } from "../../json.js";
import { deliverImage, promptPayload } from "../adapters/image.js";
import { encodeDataUrl, imageInput, readBlobInput } from "../adapters/input.js";
import { download, isFile, isFileUrl } from "../adapters/media.js";
import { flat, omit } from "../adapters/payload.js";
import { jobFailed, pathOf, poll } from "../adapters/poll.js";
import { first, isString, malformed, received } from "../adapters/shape.js";
import { recording } from "../adapters/speech.js";
const replicate = {
  id: "replicate",
  label: "Replicate",
  hubOrg: "replicate",
  baseUrl: "https://api.replicate.com",
  headers: { Prefer: "wait" },
  tasks: {
    "text-to-image": {
      route,
      payload: (call) => prediction(call, { ...promptPayload(call), lora_weights: loraWeights(call) }),
      parse: async (response) => {
        const data = await finishPrediction(response);
        return deliverImage(response, { url: findUrl(data) }, textOf("text-to-image"), data);
      }
    },
    "text-to-speech": {
      route,
      payload: (call) => prediction(call, { ...omit(flat(call.args), "prompt"), text: call.args.inputs }),
      parse: async (response) => {
        if (isFile(response.data)) return response.data;
        const output = getPath(await finishPrediction(response), "output");
        return download(response, isString(output) ? output : first(output), failure("text-to-speech"));
      }
    },
    "text-to-video": {
      route,
      payload: (call) => prediction(call, promptPayload(call)),
      parse: async (response) => {
        const output = getPath(await finishPrediction(response), "output");
        return download(response, isFileUrl(output) ? output : void 0, failure("text-to-video"));
      }
    },
    "image-to-image": {
      route,
      encode: imageInput("image/jpeg"),
      copies: ["image", "images", "input_images"],
      payload: (call) => {
        const image = call.args.inputs;
        const images = { image, images: [image], input_image: image, input_images: [image] };
        return prediction(call, { ...flat(call.args), ...images, lora_weights: loraWeights(call) });
      },
      parse: async (response) => download(response, findUrl(await finishPrediction(response)), failure("image-to-image"))
    },
    "automatic-speech-recognition": {
      route,
      encode: async (args, transport) => {
        const blob = await readBlobInput(recording(args), transport, "Audio input must be a Blob");
        return { ...omit(args, "data"), inputs: await encodeDataUrl(blob, transport, "audio/wav") };
      },
      payload: (call) => prediction(call, { ...flat(call.args), audio: call.args.inputs }),
      parse: async (response) => {
        const output = getPath(await finishPrediction(response), "output");
        const texts = [output, first(output), getPath(output, "transcription"), getPath(output, "translation")];
        const text = texts.find(isString);
        if (text !== void 0) return { text };
        const file = await download(response, getPath(output, "txt_file"), failure("automatic-speech-recognition"));
        return { text: await file.text() };
      }
    }
  }
};
function route({ model }) {
  return model.includes(":") ? "v1/predictions" : `v1/models/${model}/predictions`;
}
function prediction({ model }, input) {
  return { input, version: model.split(":")[1] };
}
function loraWeights({ mapping }) {
  return mapping?.adapter === "lora" && mapping.adapterWeightsPath ? `https://huggingface.co/${mapping.hfModelId}` : void 0;
}
function textOf(task) {
  return received(`Replicate ${task} API`);
}
function failure(task) {
  return () => malformed(textOf(task));
}
function findUrl(data) {
  const output = getPath(data, "output");
  return isFileUrl(output) ? output : first(output);
}
async function finishPrediction(response) {
  const { data } = response;
  const path = pathOf(getPath(data, "urls", "get"));
  if (!isUnderWay(data) || path === void 0) return data;
  return poll(response, {
    target: path,
    interval: 1e3,
    failed: "Failed to fetch the prediction from Replicate",
    malformed: received("Replicate: failed to parse the prediction"),
    status: ["status"],
    read: (answer, status) => {
      if (isUnderWay(answer)) return void 0;
      if (status === "succeeded") return answer;
      const detail = getPath(answer, "error");
      throw jobFailed(`Replicate prediction ${String(status)}${isString(detail) ? `: ${detail}` : ""}`);
    }
  });
}
function isUnderWay(data) {
  const status = getPath(data, "status");
  return (status === "starting" || status === "processing") && (getPath(data, "output") ?? null) === null;
}
export {
  replicate
};
