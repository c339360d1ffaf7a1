import type * as audio from "./io/audio.ts";
import type * as chat from "./io/chat.ts";
import type * as image from "./io/image.ts";
import type * as multimodal from "./io/multimodal.ts";
import type * as tabular from "./io/tabular.ts";
import type * as text from "./io/text.ts";
import type * as generation from "./io/text-generation.ts";
import type * as video from "./io/video.ts";

export type * from "./io/audio.ts";
export type * from "./io/chat.ts";
export type * from "./io/image.ts";
export type * from "./io/multimodal.ts";
export type * from "./io/tabular.ts";
export type * from "./io/text.ts";
export type * from "./io/text-generation.ts";
export type * from "./io/video.ts";

/**
 * A file as an argument: its bytes or its URL. Web URLs (a `URL`, or a string that starts with `http://` or `https://`)
 * are downloaded with the call's `fetch` and `signal`, without a token; data URLs are decoded.
 *
 * Services that need the type of a file read it from a Blob; they reject bytes without a type.
 */
export type BinaryInput = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | URL | string;

type Without<Input, Name extends string> = { [Key in keyof Input as Key extends Name ? never : Key]: Input[Key] };

/** An input whose `inputs` is a file. */
export type WithFile<Input> = Without<Input, "inputs"> & { inputs: BinaryInput };

/** As `WithFile`; older programs pass the file as `data`, which takes precedence, often in a type with nothing else. */
export type WithFileOrData<Input extends { parameters?: unknown }> =
	| WithFile<Input>
	| { data: BinaryInput; parameters?: Input["parameters"] };

/** As `WithFile`, for tasks with an optional file. */
export type WithOptionalFile<Input> = Without<Input, "inputs"> & { inputs?: BinaryInput | undefined };

/** A question about an image. */
export type WithImageQuestion<Input> = Without<Input, "inputs"> & { inputs: { image: BinaryInput; question: string } };

/** Output of `feature-extraction`: a vector for each text; some services give one for each token, or deeper lists. */
export type FeatureExtractionOutput = (number | number[] | number[][] | number[][][])[];

/** An image in the form `outputType` asks for. */
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
export type LabelledImageInput =
	| WithFile<image.ZeroShotImageClassificationInput>
	| { inputs: { image: BinaryInput }; parameters?: image.ZeroShotImageClassificationInput["parameters"] };

/** Input of `table-question-answering`; services read the question under either name. */
export type TableQuestionInput = Without<tabular.TableQuestionAnsweringInput, "inputs"> & {
	inputs: { table: Record<string, string[]> } & ({ query: string } | { question: string });
};

/** Input of `translation`: one text or several. */
export type TranslationsInput = Without<text.TranslationInput, "inputs"> & { inputs: string | string[] };

/** Input of `zero-shot-classification`: one text or several. */
export type LabelledTextInput = Without<text.ZeroShotClassificationInput, "inputs"> & { inputs: string | string[] };

/** Task id → type of its arguments and of its result. */
export interface TaskTypes {
	conversational: { input: chat.ChatCompletionInput; output: chat.ChatCompletionOutput };
	"text-generation": { input: generation.TextGenerationInput; output: generation.TextGenerationOutput };
	"feature-extraction": { input: text.FeatureExtractionInput; output: FeatureExtractionOutput };
	"fill-mask": { input: text.FillMaskInput; output: text.FillMaskOutput };
	"question-answering": { input: text.QuestionAnsweringInput; output: text.QuestionAnsweringOutputElement };
	"sentence-similarity": { input: text.SentenceSimilarityInput; output: text.SentenceSimilarityOutput };
	summarization: { input: text.SummarizationInput; output: text.SummarizationOutput };
	"table-question-answering": { input: TableQuestionInput; output: tabular.TableQuestionAnsweringOutputElement };
	"text-classification": { input: text.TextClassificationInput; output: text.TextClassificationOutput };
	"token-classification": { input: text.TokenClassificationInput; output: text.TokenClassificationOutput };
	translation: { input: TranslationsInput; output: text.TranslationOutput | text.TranslationOutput[] };
	"zero-shot-classification": { input: LabelledTextInput; output: text.ZeroShotClassificationOutput };
	"document-question-answering": {
		input: WithImageQuestion<multimodal.DocumentQuestionAnsweringInput>;
		output: Pick<multimodal.DocumentQuestionAnsweringOutputElement, "answer"> &
			Partial<multimodal.DocumentQuestionAnsweringOutputElement>;
	};
	"visual-question-answering": {
		input: WithImageQuestion<multimodal.VisualQuestionAnsweringInput>;
		output: multimodal.VisualQuestionAnsweringOutputElement & { answer: string };
	};
	"audio-classification": {
		input: WithFileOrData<audio.AudioClassificationInput>;
		output: audio.AudioClassificationOutput;
	};
	"audio-to-audio": { input: WithFileOrData<AudioToAudioInput>; output: AudioToAudioOutput[] };
	"automatic-speech-recognition": {
		input: WithFileOrData<audio.AutomaticSpeechRecognitionInput>;
		output: audio.AutomaticSpeechRecognitionOutput;
	};
	"text-to-speech": { input: audio.TextToSpeechInput; output: Blob };
	"text-to-audio": { input: audio.TextToAudioInput; output: Blob };
	"image-classification": {
		input: WithFileOrData<image.ImageClassificationInput>;
		output: image.ImageClassificationOutput;
	};
	"image-segmentation": { input: WithFileOrData<image.ImageSegmentationInput>; output: image.ImageSegmentationOutput };
	"object-detection": { input: WithFileOrData<image.ObjectDetectionInput>; output: image.ObjectDetectionOutput };
	"image-to-text": { input: WithFileOrData<image.ImageToTextInput>; output: image.ImageToTextOutput };
	"zero-shot-image-classification": { input: LabelledImageInput; output: image.ZeroShotImageClassificationOutput };
	"text-to-image": { input: image.TextToImageInput; output: ImageOutput };
	"text-to-video": { input: video.TextToVideoInput; output: TextToVideoOutput };
	"image-to-image": { input: WithFile<image.ImageToImageInput>; output: Blob };
	"image-to-video": { input: WithFile<video.ImageToVideoInput>; output: Blob };
	"image-text-to-image": { input: WithOptionalFile<multimodal.ImageTextToImageInput>; output: Blob };
	"image-text-to-video": { input: WithOptionalFile<multimodal.ImageTextToVideoInput>; output: Blob };
	"tabular-classification": { input: TabularInput; output: TabularClassificationOutput };
	"tabular-regression": { input: TabularInput; output: TabularRegressionOutput };
}
