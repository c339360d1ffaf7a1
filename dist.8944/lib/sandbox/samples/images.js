import { generateImage } from "../media/generate-image.js";
import { encodeJpeg } from "../media/jpeg.js";
import { createPixels } from "../media/pixels.js";
import { encodePng } from "../media/png.js";
async function drawSample(description, width, height, format) {
  const pixels = generateImage(description, { width, height, seed: "sample" });
  return format === "png" ? encodePng(pixels, description) : encodeJpeg(pixels, description);
}
const MASK_WIDTH = 320;
const MASK_HEIGHT = 240;
function drawMask() {
  const mask = createPixels(MASK_WIDTH, MASK_HEIGHT);
  for (let y = 0; y < MASK_HEIGHT; y++) {
    for (let x = 0; x < MASK_WIDTH; x++) {
      const isInside = Math.hypot(x - MASK_WIDTH / 2, y - MASK_HEIGHT / 2) < MASK_HEIGHT / 3;
      const value = isInside ? 255 : 0;
      mask.data.set([value, value, value, 255], (y * MASK_WIDTH + x) * 4);
    }
  }
  return encodePng(mask);
}
export {
  drawMask,
  drawSample
};
