import { adapterTransformers } from "./adapter-transformers.js";
import { allennlp } from "./allennlp.js";
import { audio } from "./audio.js";
import { audiocraft } from "./audiocraft.js";
import { depthAnythingV2 } from "./depth-anything-v2.js";
import { diffusers } from "./diffusers.js";
import { diffusion } from "./diffusion.js";
import { diffusionkit } from "./diffusionkit.js";
import { edsnlp } from "./edsnlp.js";
import { espnet } from "./espnet.js";
import { frameworks } from "./frameworks.js";
import { contexttab, flextab, sapRpt1Oss } from "./in-context-tabular.js";
import { kerasHub } from "./keras-hub.js";
import { lerobot } from "./lerobot.js";
import { lightningIr } from "./lightning-ir.js";
import { llamaCppPython } from "./llama-cpp-python.js";
import { ltx } from "./ltx.js";
import { mlx } from "./mlx.js";
import { moshi } from "./moshi.js";
import { multimolecule } from "./multimolecule.js";
import { nemo } from "./nemo.js";
import { outetts } from "./outetts.js";
import { paddlenlp } from "./paddlenlp.js";
import { paddleOcr } from "./paddleocr.js";
import { peft } from "./peft.js";
import { perceptionEncoder } from "./perception-encoder.js";
import { prunaAi } from "./pruna-ai.js";
import { pyannoteAudio } from "./pyannote-audio.js";
import { robotics } from "./robotics.js";
import { science } from "./science.js";
import { sentenceTransformers } from "./sentence-transformers.js";
import { sklearn } from "./sklearn.js";
import { space } from "./space.js";
import { spacy } from "./spacy.js";
import { speech } from "./speech.js";
import { speechbrain } from "./speechbrain.js";
import { tensorflowTts } from "./tensorflowtts.js";
import { text } from "./text.js";
import { transformers } from "./transformers.js";
import { transformersJs } from "./transformers-js.js";
import { ultralytics } from "./ultralytics.js";
import { vision } from "./vision.js";
const GENERATORS = {
  ...audio,
  ...diffusion,
  ...frameworks,
  ...robotics,
  ...science,
  ...space,
  ...speech,
  ...text,
  ...vision,
  "adapter-transformers": adapterTransformers,
  allennlp,
  audiocraft,
  contexttab,
  "depth-anything-v2": depthAnythingV2,
  diffusers,
  diffusionkit,
  edsnlp,
  espnet,
  flextab,
  "keras-hub": kerasHub,
  lerobot,
  "lightning-ir": lightningIr,
  "llama-cpp-python": llamaCppPython,
  ltx,
  mlx,
  moshi,
  multimolecule,
  nemo,
  outetts,
  paddlenlp,
  PaddleOCR: paddleOcr,
  peft,
  "perception-encoder": perceptionEncoder,
  "pruna-ai": prunaAi,
  "pyannote-audio": pyannoteAudio,
  "sap-rpt-1-oss": sapRpt1Oss,
  "sentence-transformers": sentenceTransformers,
  sklearn,
  spacy,
  speechbrain,
  tensorflowtts: tensorflowTts,
  transformers,
  "transformers.js": transformersJs,
  ultralytics,
  yolov10: ultralytics
};
function getLibrarySnippets(model, libraryKey) {
  const library = libraryKey ?? model.library_name;
  if (!library || !Object.hasOwn(GENERATORS, library)) return [];
  return (GENERATORS[library]?.(model) ?? []).map(({ language, content, variant }) => ({
    library,
    language,
    content,
    ...variant === void 0 ? {} : { variant }
  }));
}
function hasLibrarySnippets(library) {
  return Object.hasOwn(GENERATORS, library);
}
const librarySnippets = Object.fromEntries(
  Object.entries(GENERATORS).map(([library, generate]) => [
    library,
    (model) => generate(model).map(({ content }) => content)
  ])
);
export {
  getLibrarySnippets,
  hasLibrarySnippets,
  librarySnippets
};
