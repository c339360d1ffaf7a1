import { run, runStream } from "../run.js";
import { task } from "./task.js";
import { createTokenReader } from "./token-event.js";
const textGeneration = task("text-generation");
function textGenerationStream(args, options) {
  return runStream("text-generation", args, options, createTokenReader());
}
const featureExtraction = task("feature-extraction");
const fillMask = task("fill-mask");
const questionAnswering = task("question-answering");
const sentenceSimilarity = task("sentence-similarity");
const summarization = task("summarization");
const textClassification = task("text-classification");
const tokenClassification = task("token-classification");
function translation(args, options) {
  return run("translation", args, options);
}
const zeroShotClassification = task("zero-shot-classification");
export {
  featureExtraction,
  fillMask,
  questionAnswering,
  sentenceSimilarity,
  summarization,
  textClassification,
  textGeneration,
  textGenerationStream,
  tokenClassification,
  translation,
  zeroShotClassification
};
