import { captionImage } from "./analyze-image.js";
import { readDataUrl } from "./base64.js";
import { readImage } from "./read-image.js";
async function describeImage(href) {
  const data = readDataUrl(href);
  if (!data) {
    const { host, pathname } = new URL(href);
    return "The image is at ".concat(host, ", named ").concat(pathname.split("/").at(-1) || "nothing", "; the sandbox has no network to look at it.");
  }
  const image = await readImage(data.bytes);
  const size = "".concat(data.bytes.length, " bytes");
  if (!image)
    return "The image is a file of ".concat(size, " that calls itself ").concat(data.type || "nothing", " and that I cannot open.");
  const what = image.description === void 0 ? "is" : "shows";
  return "The image ".concat(what, " ").concat(captionImage(image), " (").concat(image.info.format.toUpperCase(), ", ").concat(image.info.width, " \xD7 ").concat(image.info.height, ", ").concat(size, ").");
}
export {
  describeImage
};
