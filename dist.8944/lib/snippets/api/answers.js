const ANSWERS = {
  conversational: "chat",
  conversationalStream: "chunks",
  imageToImage: "image",
  imageToVideo: "video",
  tabular: "text",
  textToAudio: "audio",
  textToImage: "image",
  textToSpeech: "audio",
  textToVideo: "video"
};
function answerOf(template) {
  return ANSWERS[template] ?? "json";
}
export {
  answerOf
};
