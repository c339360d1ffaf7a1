import { TEXT_SAMPLES } from "./texts.js";
const text = (name, type, description) => ({
  name,
  type,
  description,
  read: async () => new TextEncoder().encode(TEXT_SAMPLES[name] ?? "")
});
const image = (name, description, width, height) => ({
  name,
  type: name.endsWith(".jpg") ? "image/jpeg" : "image/png",
  description,
  read: async () => {
    const { drawSample } = await import("./images.js");
    return drawSample(description, width, height, name.endsWith(".jpg") ? "jpeg" : "png");
  }
});
const audio = (name, description, make) => ({
  name,
  type: "audio/wav",
  description,
  read: async () => {
    const { encodeWav } = await import("../media/wav.js");
    if (make === "music") {
      return encodeWav((await import("../media/synthesize-music.js")).synthesizeMusic(description, 3, "sample"));
    }
    return encodeWav((await import("../media/synthesize-speech.js")).synthesizeSpeech(description, "sample"));
  }
});
const SAMPLES = [
  image("street.jpg", "a red car in front of a house in the city", 480, 320),
  image("cat.png", "a grey cat on green grass", 320, 240),
  image("lighthouse.png", "a white lighthouse by the sea", 320, 240),
  {
    name: "invoice.png",
    type: "image/png",
    description: "an invoice over 118.00 EUR",
    read: async () => (await import("./invoice.js")).drawInvoice()
  },
  {
    name: "mask.png",
    type: "image/png",
    description: "a mask: white where the image may change",
    read: async () => (await import("./images.js")).drawMask()
  },
  audio("speech.wav", "Good morning. The meeting begins at ten o'clock.", "speech"),
  audio("music.wav", "a happy dance", "music"),
  {
    name: "clip.mp4",
    type: "video/mp4",
    description: "a boat on the sea",
    read: async () => (await import("../media/generate-video.js")).generateVideo("a boat on the sea", {
      width: 192,
      height: 112,
      frames: 12,
      framesPerSecond: 12,
      seed: "sample"
    })
  },
  text("people.csv", "text/csv", "a table of five people"),
  text("article.txt", "text/plain", "a short news article"),
  text("review.txt", "text/plain", "a product review"),
  text("questions.txt", "text/plain", "three questions, a line each"),
  text("messages.json", "application/json", "the messages of a chat"),
  text("reviews.jsonl", "application/jsonl", "three reviews, a JSON object a line")
];
function findSample(name) {
  const plain = name.replace(/^sample:/, "");
  return SAMPLES.find((sample) => sample.name === plain);
}
export {
  SAMPLES,
  findSample
};
