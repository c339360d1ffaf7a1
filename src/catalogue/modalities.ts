/** Kinds of data, in display order. */
export const MODALITIES = ["multimodal", "nlp", "cv", "audio", "tabular", "rl", "other"] as const;

/** Kind of data that tasks work on. */
export type Modality = (typeof MODALITIES)[number];

/** Headings of the modalities. */
export const MODALITY_LABELS = {
	multimodal: "Multimodal",
	nlp: "Natural Language Processing",
	audio: "Audio",
	cv: "Computer Vision",
	rl: "Reinforcement Learning",
	tabular: "Tabular",
	other: "Other",
} as const satisfies Record<Modality, string>;
