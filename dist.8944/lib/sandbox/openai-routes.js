function openaiRoutes(base) {
  const post = (path, handle) => ({
    method: "POST",
    path: new RegExp(`^${base}/${path}$`),
    handle
  });
  return [
    post("completions", async (incoming) => (await import("./endpoints/completions.js")).answerCompletion(incoming)),
    post("embeddings", async (incoming) => (await import("./endpoints/embeddings.js")).answerEmbeddings(incoming)),
    post("images/generations", async (incoming) => (await import("./endpoints/images.js")).answerImages(incoming)),
    post("images/edits", async (incoming) => (await import("./endpoints/images.js")).answerImageEdit(incoming)),
    post("audio/speech", async (incoming) => (await import("./endpoints/audio.js")).answerSpeech(incoming)),
    post(
      "audio/(?:transcriptions|translations)",
      async (incoming) => (await import("./endpoints/audio.js")).answerTranscription(incoming)
    ),
    post("responses", async (incoming) => (await import("./endpoints/responses.js")).answerResponse(incoming))
  ];
}
export {
  openaiRoutes
};
