import { generateImage } from "./generate-image.js";
import { encodeMp4 } from "./mp4.js";
import { createPixels, resize } from "./pixels.js";
const HOLD = 4;
function generateVideo(prompt, { width, height, frames, framesPerSecond, seed }) {
  function* draw() {
    for (let index = 0; index < frames; index++) {
      yield generateImage(prompt, { width, height, seed, time: (index + 0.01) / frames });
    }
  }
  return encodeMp4(draw(), framesPerSecond);
}
function animateImage(image, { width, height, frames, framesPerSecond }) {
  function* zoom() {
    for (let index = 0; index < frames; index++) {
      const share = 1 - 0.3 * Math.floor(index / HOLD) / Math.max(1, Math.ceil(frames / HOLD) - 1);
      yield resize(crop(image, share), width, height);
    }
  }
  return encodeMp4(zoom(), framesPerSecond);
}
function crop(image, share) {
  const result = createPixels(
    Math.max(1, Math.round(image.width * share)),
    Math.max(1, Math.round(image.height * share))
  );
  const left = image.width - result.width >> 1;
  const top = image.height - result.height >> 1;
  for (let y = 0; y < result.height; y++) {
    const from = ((top + y) * image.width + left) * 4;
    result.data.set(image.data.subarray(from, from + result.width * 4), y * result.width * 4);
  }
  return result;
}
export {
  animateImage,
  generateVideo
};
