import type { InferenceTask } from "./ids.ts";
/** Kind of input. */
export type InputKind = "messages" | "text" | "texts" | "question" | "sentences" | "table" | "table-question" | "image" | "image-question" | "document-question"
/** An image, and a prompt where the model takes one. */
 | "image-prompt"
/** A prompt, and an image where there is one. */
 | "prompt-image" | "audio" | "video"
/** Nothing the library knows how to read: passed on as text. */
 | "other";
/** Kind of result. */
export type OutputKind = "chat" | "text" | "summary" | "translation" | "transcript" | "labels" | "entities" | "guesses" | "vectors" | "similarities" | "answer" | "table-answer" | "boxes" | "masks" | "values" | "image" | "video" | "audio" | "speech" | "recordings"
/** Anything else; treated as plain JSON or as a file. */
 | "other";
/** A parameter a task cannot do without. */
export type Need = "labels";
/** The facts about a task that the code needs to know; everything else follows from them. */
export interface Signature {
    input: InputKind;
    output: OutputKind;
    needs?: readonly Need[];
    /** Short names that `-t` takes beside the id. */
    aliases?: readonly string[];
}
declare const ROWS: {
    readonly conversational: {
        readonly input: "messages";
        readonly output: "chat";
        readonly aliases: readonly ["chat", "chat-completion", "vlm"];
    };
    readonly "text-classification": {
        readonly input: "text";
        readonly output: "labels";
        readonly aliases: readonly ["classify", "sentiment"];
    };
    readonly "token-classification": {
        readonly input: "text";
        readonly output: "entities";
        readonly aliases: readonly ["ner", "entities"];
    };
    readonly "table-question-answering": {
        readonly input: "table-question";
        readonly output: "table-answer";
        readonly aliases: readonly ["table-qa", "tqa"];
    };
    readonly "question-answering": {
        readonly input: "question";
        readonly output: "answer";
        readonly aliases: readonly ["qa"];
    };
    readonly "zero-shot-classification": {
        readonly input: "text";
        readonly output: "labels";
        readonly needs: readonly ["labels"];
        readonly aliases: readonly ["zero-shot"];
    };
    readonly translation: {
        readonly input: "text";
        readonly output: "translation";
        readonly aliases: readonly ["translate"];
    };
    readonly summarization: {
        readonly input: "text";
        readonly output: "summary";
        readonly aliases: readonly ["summarize", "summary"];
    };
    readonly "feature-extraction": {
        readonly input: "texts";
        readonly output: "vectors";
        readonly aliases: readonly ["embed", "embedding", "embeddings"];
    };
    readonly "text-generation": {
        readonly input: "text";
        readonly output: "text";
        readonly aliases: readonly ["generate", "complete", "completion"];
    };
    readonly "fill-mask": {
        readonly input: "text";
        readonly output: "guesses";
        readonly aliases: readonly ["mask"];
    };
    readonly "sentence-similarity": {
        readonly input: "sentences";
        readonly output: "similarities";
        readonly aliases: readonly ["similarity"];
    };
    readonly "text-to-speech": {
        readonly input: "text";
        readonly output: "speech";
        readonly aliases: readonly ["tts", "speak"];
    };
    readonly "text-to-audio": {
        readonly input: "text";
        readonly output: "audio";
        readonly aliases: readonly ["tta"];
    };
    readonly "automatic-speech-recognition": {
        readonly input: "audio";
        readonly output: "transcript";
        readonly aliases: readonly ["asr", "stt", "transcribe", "speech-to-text"];
    };
    readonly "audio-to-audio": {
        readonly input: "audio";
        readonly output: "recordings";
        readonly aliases: readonly ["a2a"];
    };
    readonly "audio-classification": {
        readonly input: "audio";
        readonly output: "labels";
        readonly aliases: readonly ["classify-audio"];
    };
    readonly "audio-text-to-text": {
        readonly input: "other";
        readonly output: "text";
    };
    readonly "voice-activity-detection": {
        readonly input: "audio";
        readonly output: "other";
        readonly aliases: readonly ["vad"];
    };
    readonly "depth-estimation": {
        readonly input: "image";
        readonly output: "image";
        readonly aliases: readonly ["depth"];
    };
    readonly "image-classification": {
        readonly input: "image";
        readonly output: "labels";
        readonly aliases: readonly ["classify-image"];
    };
    readonly "object-detection": {
        readonly input: "image";
        readonly output: "boxes";
        readonly aliases: readonly ["detect", "objects"];
    };
    readonly "image-segmentation": {
        readonly input: "image";
        readonly output: "masks";
        readonly aliases: readonly ["segment"];
    };
    readonly "text-to-image": {
        readonly input: "text";
        readonly output: "image";
        readonly aliases: readonly ["t2i", "image", "imagine"];
    };
    readonly "image-to-text": {
        readonly input: "image";
        readonly output: "text";
        readonly aliases: readonly ["i2t", "caption"];
    };
    readonly "image-to-image": {
        readonly input: "image-prompt";
        readonly output: "image";
        readonly aliases: readonly ["i2i"];
    };
    readonly "image-to-video": {
        readonly input: "image-prompt";
        readonly output: "video";
        readonly aliases: readonly ["i2v"];
    };
    readonly "unconditional-image-generation": {
        readonly input: "other";
        readonly output: "image";
    };
    readonly "video-classification": {
        readonly input: "video";
        readonly output: "labels";
        readonly aliases: readonly ["classify-video"];
    };
    readonly "reinforcement-learning": {
        readonly input: "other";
        readonly output: "other";
    };
    readonly robotics: {
        readonly input: "other";
        readonly output: "other";
    };
    readonly "tabular-classification": {
        readonly input: "table";
        readonly output: "values";
    };
    readonly "tabular-regression": {
        readonly input: "table";
        readonly output: "values";
    };
    readonly "tabular-to-text": {
        readonly input: "table";
        readonly output: "text";
    };
    readonly "table-to-text": {
        readonly input: "table";
        readonly output: "text";
    };
    readonly "multiple-choice": {
        readonly input: "other";
        readonly output: "other";
    };
    readonly "text-ranking": {
        readonly input: "sentences";
        readonly output: "other";
        readonly aliases: readonly ["rerank"];
    };
    readonly "text-retrieval": {
        readonly input: "text";
        readonly output: "other";
    };
    readonly "time-series-forecasting": {
        readonly input: "table";
        readonly output: "other";
        readonly aliases: readonly ["forecast"];
    };
    readonly "text-to-video": {
        readonly input: "text";
        readonly output: "video";
        readonly aliases: readonly ["t2v", "video"];
    };
    readonly "image-text-to-text": {
        readonly input: "messages";
        readonly output: "chat";
    };
    readonly "image-text-to-image": {
        readonly input: "prompt-image";
        readonly output: "image";
        readonly aliases: readonly ["it2i"];
    };
    readonly "image-text-to-video": {
        readonly input: "prompt-image";
        readonly output: "video";
        readonly aliases: readonly ["it2v"];
    };
    readonly "visual-question-answering": {
        readonly input: "image-question";
        readonly output: "answer";
        readonly aliases: readonly ["vqa", "visual-qa"];
    };
    readonly "document-question-answering": {
        readonly input: "document-question";
        readonly output: "answer";
        readonly aliases: readonly ["docqa", "document-qa", "dqa"];
    };
    readonly "zero-shot-image-classification": {
        readonly input: "image";
        readonly output: "labels";
        readonly needs: readonly ["labels"];
        readonly aliases: readonly ["zero-shot-image", "clip"];
    };
    readonly "graph-ml": {
        readonly input: "other";
        readonly output: "other";
    };
    readonly "mask-generation": {
        readonly input: "image";
        readonly output: "other";
    };
    readonly "zero-shot-object-detection": {
        readonly input: "image";
        readonly output: "boxes";
        readonly needs: readonly ["labels"];
        readonly aliases: readonly ["zero-shot-detection"];
    };
    readonly "text-to-3d": {
        readonly input: "text";
        readonly output: "other";
        readonly aliases: readonly ["t23d"];
    };
    readonly "image-to-3d": {
        readonly input: "image";
        readonly output: "other";
        readonly aliases: readonly ["i23d"];
    };
    readonly "image-feature-extraction": {
        readonly input: "image";
        readonly output: "vectors";
    };
    readonly "video-text-to-text": {
        readonly input: "other";
        readonly output: "text";
    };
    readonly "keypoint-detection": {
        readonly input: "image";
        readonly output: "other";
        readonly aliases: readonly ["keypoints"];
    };
    readonly "visual-document-retrieval": {
        readonly input: "other";
        readonly output: "other";
    };
    readonly "any-to-any": {
        readonly input: "other";
        readonly output: "other";
    };
    readonly "video-to-video": {
        readonly input: "video";
        readonly output: "video";
        readonly aliases: readonly ["v2v"];
    };
};
type Rows = typeof ROWS;
/** A short name of a task. */
export type TaskAlias = Extract<Rows[InferenceTask], {
    aliases: readonly string[];
}>["aliases"][number];
/** One row a task. Readers of input, printers of output, examples and snippets are chosen by the kinds in it. */
export declare const SIGNATURES: Readonly<Record<InferenceTask, Signature>>;
export {};
