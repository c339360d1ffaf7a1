import type {
	AudioClassificationInput,
	AudioClassificationOutput,
	AutomaticSpeechRecognitionInput,
	AutomaticSpeechRecognitionOutput,
	TextToAudioInput,
	TextToSpeechInput,
} from "./io/audio.ts";
import type { ChatCompletionInput, ChatCompletionOutput } from "./io/chat.ts";
import type {
	ImageClassificationInput,
	ImageClassificationOutput,
	ImageSegmentationInput,
	ImageSegmentationOutput,
	ImageToImageInput,
	ImageToTextInput,
	ImageToTextOutput,
	ObjectDetectionInput,
	ObjectDetectionOutput,
	TextToImageInput,
	ZeroShotImageClassificationInput,
	ZeroShotImageClassificationOutput,
} from "./io/image.ts";
import type {
	DocumentQuestionAnsweringInput,
	DocumentQuestionAnsweringOutputElement,
	ImageTextToImageInput,
	ImageTextToVideoInput,
	VisualQuestionAnsweringInput,
	VisualQuestionAnsweringOutputElement,
} from "./io/multimodal.ts";
import type { TableQuestionAnsweringInput, TableQuestionAnsweringOutputElement } from "./io/tabular.ts";
import type {
	FeatureExtractionInput,
	FillMaskInput,
	FillMaskOutput,
	QuestionAnsweringInput,
	QuestionAnsweringOutputElement,
	SentenceSimilarityInput,
	SentenceSimilarityOutput,
	SummarizationInput,
	SummarizationOutput,
	TextClassificationInput,
	TextClassificationOutput,
	TokenClassificationInput,
	TokenClassificationOutput,
	TranslationInput,
	TranslationOutput,
	ZeroShotClassificationInput,
	ZeroShotClassificationOutput,
} from "./io/text.ts";
import type { TextGenerationInput, TextGenerationOutput } from "./io/text-generation.ts";
import type { ImageToVideoInput, TextToVideoInput } from "./io/video.ts";

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
	| WithFile<ZeroShotImageClassificationInput>
	| { inputs: { image: BinaryInput }; parameters?: ZeroShotImageClassificationInput["parameters"] };

/** Input of `table-question-answering`; services read the question under either name. */
export type TableQuestionInput = Without<TableQuestionAnsweringInput, "inputs"> & {
	inputs: { table: Record<string, string[]> } & ({ query: string } | { question: string });
};

/** Input of `translation`: one text or several. */
export type TranslationsInput = Without<TranslationInput, "inputs"> & { inputs: string | string[] };

/** Input of `zero-shot-classification`: one text or several. */
export type LabelledTextInput = Without<ZeroShotClassificationInput, "inputs"> & { inputs: string | string[] };

/** Task id → type of its arguments and of its result. */
export interface TaskTypes {
	conversational: { input: ChatCompletionInput; output: ChatCompletionOutput };
	"text-generation": { input: TextGenerationInput; output: TextGenerationOutput };
	"feature-extraction": { input: FeatureExtractionInput; output: FeatureExtractionOutput };
	"fill-mask": { input: FillMaskInput; output: FillMaskOutput };
	"question-answering": { input: QuestionAnsweringInput; output: QuestionAnsweringOutputElement };
	"sentence-similarity": { input: SentenceSimilarityInput; output: SentenceSimilarityOutput };
	summarization: { input: SummarizationInput; output: SummarizationOutput };
	"table-question-answering": { input: TableQuestionInput; output: TableQuestionAnsweringOutputElement };
	"text-classification": { input: TextClassificationInput; output: TextClassificationOutput };
	"token-classification": { input: TokenClassificationInput; output: TokenClassificationOutput };
	translation: { input: TranslationsInput; output: TranslationOutput | TranslationOutput[] };
	"zero-shot-classification": { input: LabelledTextInput; output: ZeroShotClassificationOutput };
	"document-question-answering": {
		input: WithImageQuestion<DocumentQuestionAnsweringInput>;
		output: Pick<DocumentQuestionAnsweringOutputElement, "answer"> & Partial<DocumentQuestionAnsweringOutputElement>;
	};
	"visual-question-answering": {
		input: WithImageQuestion<VisualQuestionAnsweringInput>;
		output: VisualQuestionAnsweringOutputElement & { answer: string };
	};
	"audio-classification": { input: WithFileOrData<AudioClassificationInput>; output: AudioClassificationOutput };
	"audio-to-audio": { input: WithFileOrData<AudioToAudioInput>; output: AudioToAudioOutput[] };
	"automatic-speech-recognition": {
		input: WithFileOrData<AutomaticSpeechRecognitionInput>;
		output: AutomaticSpeechRecognitionOutput;
	};
	"text-to-speech": { input: TextToSpeechInput; output: Blob };
	"text-to-audio": { input: TextToAudioInput; output: Blob };
	"image-classification": { input: WithFileOrData<ImageClassificationInput>; output: ImageClassificationOutput };
	"image-segmentation": { input: WithFileOrData<ImageSegmentationInput>; output: ImageSegmentationOutput };
	"object-detection": { input: WithFileOrData<ObjectDetectionInput>; output: ObjectDetectionOutput };
	"image-to-text": { input: WithFileOrData<ImageToTextInput>; output: ImageToTextOutput };
	"zero-shot-image-classification": { input: LabelledImageInput; output: ZeroShotImageClassificationOutput };
	"text-to-image": { input: TextToImageInput; output: ImageOutput };
	"text-to-video": { input: TextToVideoInput; output: TextToVideoOutput };
	"image-to-image": { input: WithFile<ImageToImageInput>; output: Blob };
	"image-to-video": { input: WithFile<ImageToVideoInput>; output: Blob };
	"image-text-to-image": { input: WithOptionalFile<ImageTextToImageInput>; output: Blob };
	"image-text-to-video": { input: WithOptionalFile<ImageTextToVideoInput>; output: Blob };
	"tabular-classification": { input: TabularInput; output: TabularClassificationOutput };
	"tabular-regression": { input: TabularInput; output: TabularRegressionOutput };
}
