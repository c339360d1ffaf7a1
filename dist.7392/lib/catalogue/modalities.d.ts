/** Kinds of data, in display order. */
export declare const MODALITIES: readonly ["multimodal", "nlp", "cv", "audio", "tabular", "rl", "other"];
/** Kind of data that tasks work on. */
export type Modality = (typeof MODALITIES)[number];
/** Headings of the modalities. */
export declare const MODALITY_LABELS: {
    readonly multimodal: "Multimodal";
    readonly nlp: "Natural Language Processing";
    readonly audio: "Audio";
    readonly cv: "Computer Vision";
    readonly rl: "Reinforcement Learning";
    readonly tabular: "Tabular";
    readonly other: "Other";
};
