const MODALITIES = ["multimodal", "nlp", "cv", "audio", "tabular", "rl", "other"];
const MODALITY_LABELS = {
  multimodal: "Multimodal",
  nlp: "Natural Language Processing",
  audio: "Audio",
  cv: "Computer Vision",
  rl: "Reinforcement Learning",
  tabular: "Tabular",
  other: "Other"
};
export {
  MODALITIES,
  MODALITY_LABELS
};
