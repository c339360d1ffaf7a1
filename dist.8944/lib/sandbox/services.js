import { batchRoutes } from "./batch-routes.js";
import { modelRoutes } from "./endpoints/models.js";
import { openaiRoutes } from "./openai-routes.js";
const post = (path, handle) => ({ method: "POST", path, handle });
const poll = (path, handle) => ({ method: "GET", path, handle, access: "any-key" });
const chat = (path) => post(path, async (incoming) => (await import("./endpoints/chat.js")).answerChat(incoming));
const completions = (path) => post(path, async (incoming) => (await import("./endpoints/completions.js")).answerCompletion(incoming));
const embeddings = (path) => post(path, async (incoming) => (await import("./endpoints/embeddings.js")).answerEmbeddings(incoming));
const speech = (path) => post(path, async (incoming) => (await import("./endpoints/audio.js")).answerSpeech(incoming));
const transcription = (path) => post(path, async (incoming) => (await import("./endpoints/audio.js")).answerTranscription(incoming));
const hfInference = (path) => post(path, async (incoming) => (await import("./endpoints/hf-inference.js")).answerHfInference(incoming));
const cohere = (path, name) => post(path, async (incoming) => (await import("./endpoints/cohere.js"))[name](incoming));
const rerank = (path) => post(path, async (incoming) => (await import("./endpoints/rerank.js")).answerRerank(incoming));
const predict = (path) => post(path, async (incoming) => (await import("./endpoints/replicate.js")).predict(incoming));
const CHAT = chat(/^v1\/chat\/completions$/);
const COMPLETIONS = completions(/^v1\/completions$/);
const EMBEDDINGS = embeddings(/^v1\/embeddings$/);
const IMAGES = post(
  /^v1\/images\/generations$/,
  async (incoming) => (await import("./endpoints/images.js")).answerImages(incoming)
);
const SERVICES = {
  baseten: [CHAT],
  "black-forest-labs": [
    post(
      /^v1\/([\w.-]+)$/,
      async (incoming) => (await import("./endpoints/black-forest-labs.js")).queueBflImage(incoming)
    ),
    {
      method: "GET",
      path: /^v1\/get_result$/,
      handle: async (incoming) => (await import("./endpoints/black-forest-labs.js")).pollBflImage(incoming),
      access: "open"
    }
  ],
  cerebras: [CHAT, COMPLETIONS, ...modelRoutes("v1")],
  clarifai: [chat(/^v2\/ext\/openai\/v1\/chat\/completions$/)],
  cohere: [
    chat(/^compatibility\/v1\/chat\/completions$/),
    embeddings(/^compatibility\/v1\/embeddings$/),
    cohere(/^v2\/chat$/, "answerCohereChat"),
    cohere(/^v2\/embed$/, "answerCohereEmbeddings"),
    rerank(/^v2\/rerank$/)
  ],
  deepinfra: [
    chat(/^v1\/openai\/chat\/completions$/),
    completions(/^v1\/openai\/completions$/),
    embeddings(/^v1\/openai\/embeddings$/),
    speech(/^v1\/openai\/audio\/speech$/),
    transcription(/^v1\/openai\/audio\/transcriptions$/),
    ...modelRoutes("v1/openai"),
    post(
      /^v1\/inference\/(.+)$/,
      async (incoming) => (await import("./endpoints/images.js")).answerDeepinfraImages(incoming)
    ),
    ...batchRoutes("v1/openai"),
    ...batchRoutes("v1")
  ],
  "fal-ai": [
    poll(
      /^(.+)\/requests\/(\w+)\/status$/,
      async (incoming) => (await import("./endpoints/fal-ai.js")).pollFal(incoming)
    ),
    poll(
      /^(.+)\/requests\/(\w+)$/,
      async (incoming) => (await import("./endpoints/fal-ai.js")).fetchFalResult(incoming)
    ),
    {
      method: "PUT",
      path: /^(.+)\/requests\/(\w+)\/cancel$/,
      handle: async (incoming) => (await import("./endpoints/fal-ai.js")).cancelFal(incoming),
      access: "any-key"
    },
    post(
      /^storage\/upload\/initiate$/,
      async (incoming) => (await import("./endpoints/uploads.js")).startFalUpload(incoming)
    ),
    post(/^(.+)$/, async (incoming) => (await import("./endpoints/fal-ai.js")).answerFal(incoming))
  ],
  "featherless-ai": [CHAT, COMPLETIONS],
  "fireworks-ai": [
    chat(/^inference\/v1\/chat\/completions$/),
    completions(/^inference\/v1\/completions$/),
    embeddings(/^inference\/v1\/embeddings$/),
    ...modelRoutes("inference/v1"),
    post(
      /^inference\/v1\/workflows\/(.+)\/text_to_image$/,
      async (incoming) => (await import("./endpoints/images.js")).answerFireworksImage(incoming)
    )
  ],
  groq: [
    chat(/^openai\/v1\/chat\/completions$/),
    transcription(/^openai\/v1\/audio\/(?:transcriptions|translations)$/),
    speech(/^openai\/v1\/audio\/speech$/),
    ...modelRoutes("openai/v1"),
    ...batchRoutes("openai/v1")
  ],
  "hf-inference": [
    chat(/^models\/(.+)\/v1\/chat\/completions$/),
    completions(/^models\/(.+)\/v1\/completions$/),
    hfInference(/^models\/(.+)\/pipeline\/([\w-]+)$/),
    hfInference(/^models\/(?!.*\/(?:pipeline|v1)\/)(.+)$/)
  ],
  hyperbolic: [
    CHAT,
    post(
      /^v1\/images\/generations$/,
      async (incoming) => (await import("./endpoints/images.js")).answerHyperbolicImages(incoming)
    )
  ],
  nebius: [CHAT, COMPLETIONS, EMBEDDINGS, IMAGES, ...modelRoutes("v1"), ...batchRoutes("v1")],
  novita: [
    chat(/^v3\/openai\/chat\/completions$/),
    post(/^v3\/hf\/(.+)$/, async (incoming) => (await import("./endpoints/novita.js")).answerNovitaVideo(incoming)),
    post(/^v3\/async\/(.+)$/, async (incoming) => (await import("./endpoints/novita.js")).queueNovitaVideo(incoming)),
    ...batchRoutes("openai/v1"),
    ...batchRoutes("v3/openai"),
    poll(/^v3\/async\/task-result$/, async (incoming) => (await import("./endpoints/novita.js")).pollNovita(incoming))
  ],
  nscale: [CHAT, IMAGES],
  nvidia: [CHAT],
  openai: [CHAT, ...modelRoutes("v1"), ...openaiRoutes("v1"), ...batchRoutes("v1")],
  ovhcloud: [CHAT, COMPLETIONS, ...batchRoutes("v1")],
  publicai: [CHAT],
  replicate: [
    predict(/^v1\/models\/([^/]+\/[^/]+)\/predictions$/),
    predict(/^v1\/predictions$/),
    {
      method: "GET",
      path: /^v1\/models\/([^/]+\/[^/]+)$/,
      handle: async (incoming) => (await import("./endpoints/replicate.js")).describeReplicateModel(incoming)
    },
    post(
      /^v1\/predictions\/(\w+)\/cancel$/,
      async (incoming) => (await import("./endpoints/replicate.js")).cancelPrediction(incoming)
    ),
    post(/^v1\/files$/, async (incoming) => (await import("./endpoints/uploads.js")).uploadReplicateFile(incoming)),
    poll(
      /^v1\/predictions\/(\w+)$/,
      async (incoming) => (await import("./endpoints/replicate.js")).pollPrediction(incoming)
    )
  ],
  sambanova: [CHAT, EMBEDDINGS],
  scaleway: [CHAT, COMPLETIONS, EMBEDDINGS],
  together: [
    CHAT,
    COMPLETIONS,
    EMBEDDINGS,
    IMAGES,
    speech(/^v1\/audio\/speech$/),
    transcription(/^v1\/audio\/(?:transcriptions|translations)$/),
    rerank(/^v1\/rerank$/),
    ...modelRoutes("v1"),
    ...batchRoutes("v1"),
    post(
      /^v2\/videos$/,
      async (incoming) => (await import("./endpoints/together-videos.js")).queueTogetherVideo(incoming)
    ),
    poll(
      /^v2\/videos\/(\w+)$/,
      async (incoming) => (await import("./endpoints/together-videos.js")).pollTogetherVideo(incoming)
    )
  ],
  wavespeed: [
    poll(
      /^api\/v3\/predictions\/(\w+)\/result$/,
      async (incoming) => (await import("./endpoints/wavespeed.js")).pollWavespeed(incoming)
    ),
    post(/^api\/v3\/(.+)$/, async (incoming) => (await import("./endpoints/wavespeed.js")).queueWavespeed(incoming))
  ],
  "zai-org": [
    chat(/^api\/paas\/v4\/chat\/completions$/),
    post(
      /^api\/paas\/v4\/async\/images\/generations$/,
      async (incoming) => (await import("./endpoints/zai-org.js")).queueZaiImage(incoming)
    ),
    poll(
      /^api\/paas\/v4\/async-result\/(\w+)$/,
      async (incoming) => (await import("./endpoints/zai-org.js")).pollZaiImage(incoming)
    ),
    post(
      /^api\/paas\/v4\/layout_parsing$/,
      async (incoming) => (await import("./endpoints/zai-org.js")).answerLayout(incoming)
    )
  ]
};
export {
  SERVICES
};
