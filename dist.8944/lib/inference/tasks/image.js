import { run } from "../run.js";
import { task } from "./task.js";
function textToImage(args, options) {
  return run("text-to-image", args, options);
}
const imageToImage = task("image-to-image");
const imageTextToImage = task("image-text-to-image");
const imageClassification = task("image-classification");
const zeroShotImageClassification = task("zero-shot-image-classification");
const imageSegmentation = task("image-segmentation");
const objectDetection = task("object-detection");
const imageToText = task("image-to-text");
const visualQuestionAnswering = task("visual-question-answering");
const documentQuestionAnswering = task("document-question-answering");
export {
  documentQuestionAnswering,
  imageClassification,
  imageSegmentation,
  imageTextToImage,
  imageToImage,
  imageToText,
  objectDetection,
  textToImage,
  visualQuestionAnswering,
  zeroShotImageClassification
};
