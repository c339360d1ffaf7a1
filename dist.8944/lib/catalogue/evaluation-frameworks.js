import data from "./data/evaluation-frameworks.json.js";
const EVALUATION_FRAMEWORK_KEYS = [
  "exgentic",
  "inspect-ai",
  "math-arena",
  "mteb",
  "olmocr-bench",
  "harbor",
  "ifstruct",
  "pier",
  "redline-bench",
  "archipelago",
  "benchflow",
  "apex-evals",
  "screenspot-pro",
  "swe-bench",
  "swe-bench-pro",
  "nemo-evaluator",
  "yc-bench",
  "open-asr-leaderboard",
  "mdpbench",
  "real5-omnidocbench",
  "parsebench",
  "video-mme-v2",
  "claw-eval",
  "researchclawbench",
  "pbench",
  "wildclawbench",
  "wbench",
  "nanofold",
  "mmmu",
  "extractbench"
];
const EVALUATION_FRAMEWORKS = data;
export {
  EVALUATION_FRAMEWORKS
};
