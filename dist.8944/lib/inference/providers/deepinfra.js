import { embeddings } from "../adapters/embeddings.js";
import { completionParameters, rest } from "../adapters/payload.js";
import { received } from "../adapters/shape.js";
import { speech, transcriptions } from "../adapters/speech.js";
import { completions, readCompletion } from "../adapters/text.js";
import { deepinfra as base } from "./chat/deepinfra.js";
const deepinfra = {
  ...base,
  tasks: {
    conversational: base.tasks.conversational,
    "text-generation": completions(received("DeepInfra text-generation API: expected OpenAI completion payload"), {
      route: "v1/openai/completions",
      // A `prompt` or `model` among the parameters wins.
      payload: ({ args, model }) => ({
        model,
        prompt: args.inputs,
        ...rest(args),
        ...completionParameters(args)
      }),
      read: readCompletion
    }),
    "automatic-speech-recognition": transcriptions(received("DeepInfra automatic-speech-recognition API: {json}"), {
      route: "v1/openai/audio/transcriptions",
      refused: "DeepInfra automatic-speech-recognition expects a Blob or ArrayBuffer audio input."
    }),
    "text-to-speech": speech(received("DeepInfra text-to-speech API: {json}"), {
      route: "v1/openai/audio/speech"
    }),
    "feature-extraction": embeddings(received("DeepInfra feature-extraction (embeddings) API: {json}"), {
      route: "v1/openai/embeddings"
    })
  }
};
export {
  deepinfra
};
