import { task } from "./task.js";
const textToVideo = task("text-to-video");
const imageToVideo = task("image-to-video");
const imageTextToVideo = task("image-text-to-video");
export {
  imageTextToVideo,
  imageToVideo,
  textToVideo
};
