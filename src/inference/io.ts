import type * as chat from "./io/chat.ts";
import type * as media from "./io/media.ts";
import type * as text from "./io/text.ts";

export type * from "./io/chat.ts";
export type * from "./io/media.ts";
export type * from "./io/text.ts";

/**
 * A file as an argument: its bytes or its URL. Web URLs (a `URL`, or a string that starts with `http://` or `https://`)
 * are downloaded with the call's `fetch` and `signal`, without a token; data URLs are decoded.
 *
 * Services that need the type of a file read it from a Blob; they reject bytes without a type.
 */
export type BinaryInput = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | URL | string;

type Without<Input, Name extends string> = { [Key in keyof Input as Key extends Name ? never : Key]: Input[Key] };

/** An input whose `inputs` is a file. */
type WithFile<Input> = Without<Input, "inputs"> & { inputs: BinaryInput };

/** As `WithFile`; older programs pass the file as `data`, which takes precedence, often in a type with nothing else. */
type WithFileOrData<Input extends { parameters?: unknown }> =
	| WithFile<Input>
	| { data: BinaryInput; parameters?: Input["parameters"] };

/** As `WithFile`, for tasks with an optional file. */
type WithOptionalFile<Input> = Without<Input, "inputs"> & { inputs?: BinaryInput | undefined };

/** A question about an image. */
type WithImageQuestion<Input> = Without<Input, "inputs"> & { inputs: { image: BinaryInput; question: string } };

/** Output of `feature-extraction`: a vector for each text; some services give one for each token, or deeper lists. */
export type FeatureExtractionOutput = (number | number[] | number[][] | number[][][])[];

/** An image in the form of `outputType`. */
export type ImageOutput = Blob | string | Record<string, unknown>;

/** Input of `audio-to-audio`. */
export interface AudioToAudioInput {
	/** The recording. */
	inputs: Blob;
	/** Options of the model. */
	parameters?: Record<string, unknown>;
}

/** A recording in the output of `audio-to-audio`: one, or one for each separated source. */
export interface AudioToAudioOutput {
	/** Content of the recording, such as the name of a separated voice. */
	label: string;
	/** Base64 of the recording. */
	blob: string;
	/** Type of the recording, such as `audio/wav`. */
	"content-type": string;
}

/** Output of `text-to-video`. */
export type TextToVideoOutput = Blob;

/** Output of `tabular-classification`: a class for each row. */
export type TabularClassificationOutput = number[];

/** Output of `tabular-regression`: a value for each row. */
export type TabularRegressionOutput = number[];

/** Input of the tabular tasks. */
export interface TabularInput {
	/** Column name → the column's cells; a result for each row. */
	inputs: { data: Record<string, string[]> };
	/** Options of the model. */
	parameters?: Record<string, unknown>;
}

/** Input of `zero-shot-image-classification`. */
type LabelledImageInput =
	| WithFile<media.ZeroShotImageClassificationInput>
	| { inputs: { image: BinaryInput }; parameters?: media.ZeroShotImageClassificationInput["parameters"] };

/** Input of `table-question-answering`; services read the question under either name. */
export type TableQuestionInput = Without<text.TableQuestionAnsweringInput, "inputs"> & {
	inputs: { table: Record<string, string[]> } & ({ query: string } | { question: string });
};

/** Input of `translation`: one text or several. */
export interface TranslationsInput<Inputs extends string | string[] = string | string[]>
	extends Without<text.TranslationInput, "inputs"> {
	inputs: Inputs;
}

/** Input of `zero-shot-classification`: one text or several. */
type LabelledTextInput = Without<text.ZeroShotClassificationInput, "inputs"> & { inputs: string | string[] };

/** The complete answer of a stream, or one that was requested with a schema. */
export type FinalCompletion = Without<chat.ChatCompletionOutput, "usage"> & {
	/** Tokens of question and answer; null if the provider does not report them. */
	usage: chat.ChatCompletionOutputUsage | null;
};

/** Task id → type of its arguments and of its result. */
export interface TaskTypes {
	conversational: { input: chat.ChatCompletionInput; output: chat.ChatCompletionOutput };
	"text-generation": { input: text.TextGenerationInput; output: text.TextGenerationOutput };
	"feature-extraction": { input: text.FeatureExtractionInput; output: FeatureExtractionOutput };
	"fill-mask": { input: text.FillMaskInput; output: text.FillMaskOutput };
	"question-answering": { input: text.QuestionAnsweringInput; output: text.QuestionAnsweringOutputElement };
	"sentence-similarity": { input: text.SentenceSimilarityInput; output: text.SentenceSimilarityOutput };
	summarization: { input: text.SummarizationInput; output: text.SummarizationOutput };
	"table-question-answering": { input: TableQuestionInput; output: text.TableQuestionAnsweringOutputElement };
	"text-classification": { input: text.TextClassificationInput; output: text.TextClassificationOutput };
	"token-classification": { input: text.TokenClassificationInput; output: text.TokenClassificationOutput };
	translation: { input: TranslationsInput; output: text.TranslationOutput | text.TranslationOutput[] };
	"zero-shot-classification": { input: LabelledTextInput; output: text.ZeroShotClassificationOutput };
	"document-question-answering": {
		input: WithImageQuestion<media.DocumentQuestionAnsweringInput>;
		output: Pick<media.DocumentQuestionAnsweringOutputElement, "answer"> &
			Partial<media.DocumentQuestionAnsweringOutputElement>;
	};
	"visual-question-answering": {
		input: WithImageQuestion<media.VisualQuestionAnsweringInput>;
		output: media.VisualQuestionAnsweringOutputElement & { answer: string };
	};
	"audio-classification": {
		input: WithFileOrData<media.AudioClassificationInput>;
		output: media.AudioClassificationOutput;
	};
	"audio-to-audio": { input: WithFileOrData<AudioToAudioInput>; output: AudioToAudioOutput[] };
	"automatic-speech-recognition": {
		input: WithFileOrData<media.AutomaticSpeechRecognitionInput>;
		output: media.AutomaticSpeechRecognitionOutput;
	};
	"text-to-speech": { input: media.TextToSpeechInput; output: Blob };
	"text-to-audio": { input: media.TextToAudioInput; output: Blob };
	"image-classification": {
		input: WithFileOrData<media.ImageClassificationInput>;
		output: media.ImageClassificationOutput;
	};
	"image-segmentation": { input: WithFileOrData<media.ImageSegmentationInput>; output: media.ImageSegmentationOutput };
	"object-detection": { input: WithFileOrData<media.ObjectDetectionInput>; output: media.ObjectDetectionOutput };
	"image-to-text": { input: WithFileOrData<media.ImageToTextInput>; output: media.ImageToTextOutput };
	"zero-shot-image-classification": { input: LabelledImageInput; output: media.ZeroShotImageClassificationOutput };
	"text-to-image": { input: media.TextToImageInput; output: ImageOutput };
	"text-to-video": { input: media.TextToVideoInput; output: TextToVideoOutput };
	"image-to-image": { input: WithFile<media.ImageToImageInput>; output: Blob };
	"image-to-video": { input: WithFile<media.ImageToVideoInput>; output: Blob };
	"image-text-to-image": { input: WithOptionalFile<media.ImageTextToImageInput>; output: Blob };
	"image-text-to-video": { input: WithOptionalFile<media.ImageTextToVideoInput>; output: Blob };
	"tabular-classification": { input: TabularInput; output: TabularClassificationOutput };
	"tabular-regression": { input: TabularInput; output: TabularRegressionOutput };
}
