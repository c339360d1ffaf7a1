import { type ModelDataMinimal, type OutputKind } from "../../catalogue/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
/** A form of snippet that several tasks share. */
export type Template = "basic" | "basicAudio" | "basicImage" | "conversational" | "conversationalStream" | "documentQuestionAnswering" | "imageToImage" | "imageToVideo" | "questionAnswering" | "tableQuestionAnswering" | "tabular" | "textToAudio" | "textToImage" | "textToSpeech" | "textToVideo" | "zeroShotClassification" | "zeroShotImageClassification";
/** The subject of a model's snippets. */
export interface Subject {
    task: InferenceTask;
    template: Template;
    /** Kind of result. */
    output: OutputKind;
}
/** Returns the subject of a model's snippets; undefined when its task has none. */
export declare function findSubject(model: ModelDataMinimal, streaming: boolean): Subject | undefined;
/** Whether the model is called as a chat. */
export declare function isChat(model: ModelDataMinimal): boolean;
