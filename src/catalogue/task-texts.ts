import anyToAny from "./data/texts/tasks/any-to-any.json" with { type: "json" };
import audioClassification from "./data/texts/tasks/audio-classification.json" with { type: "json" };
import audioTextToText from "./data/texts/tasks/audio-text-to-text.json" with { type: "json" };
import audioToAudio from "./data/texts/tasks/audio-to-audio.json" with { type: "json" };
import automaticSpeechRecognition from "./data/texts/tasks/automatic-speech-recognition.json" with { type: "json" };
import depthEstimation from "./data/texts/tasks/depth-estimation.json" with { type: "json" };
import documentQuestionAnswering from "./data/texts/tasks/document-question-answering.json" with { type: "json" };
import featureExtraction from "./data/texts/tasks/feature-extraction.json" with { type: "json" };
import fillMask from "./data/texts/tasks/fill-mask.json" with { type: "json" };
import imageClassification from "./data/texts/tasks/image-classification.json" with { type: "json" };
import imageFeatureExtraction from "./data/texts/tasks/image-feature-extraction.json" with { type: "json" };
import imageSegmentation from "./data/texts/tasks/image-segmentation.json" with { type: "json" };
import imageTextToImage from "./data/texts/tasks/image-text-to-image.json" with { type: "json" };
import imageTextToText from "./data/texts/tasks/image-text-to-text.json" with { type: "json" };
import imageTextToVideo from "./data/texts/tasks/image-text-to-video.json" with { type: "json" };
import imageTo3d from "./data/texts/tasks/image-to-3d.json" with { type: "json" };
import imageToImage from "./data/texts/tasks/image-to-image.json" with { type: "json" };
import imageToText from "./data/texts/tasks/image-to-text.json" with { type: "json" };
import imageToVideo from "./data/texts/tasks/image-to-video.json" with { type: "json" };
import keypointDetection from "./data/texts/tasks/keypoint-detection.json" with { type: "json" };
import maskGeneration from "./data/texts/tasks/mask-generation.json" with { type: "json" };
import objectDetection from "./data/texts/tasks/object-detection.json" with { type: "json" };
import questionAnswering from "./data/texts/tasks/question-answering.json" with { type: "json" };
import reinforcementLearning from "./data/texts/tasks/reinforcement-learning.json" with { type: "json" };
import sentenceSimilarity from "./data/texts/tasks/sentence-similarity.json" with { type: "json" };
import summarization from "./data/texts/tasks/summarization.json" with { type: "json" };
import tableQuestionAnswering from "./data/texts/tasks/table-question-answering.json" with { type: "json" };
import tabularClassification from "./data/texts/tasks/tabular-classification.json" with { type: "json" };
import tabularRegression from "./data/texts/tasks/tabular-regression.json" with { type: "json" };
import textClassification from "./data/texts/tasks/text-classification.json" with { type: "json" };
import textGeneration from "./data/texts/tasks/text-generation.json" with { type: "json" };
import textRanking from "./data/texts/tasks/text-ranking.json" with { type: "json" };
import textTo3d from "./data/texts/tasks/text-to-3d.json" with { type: "json" };
import textToImage from "./data/texts/tasks/text-to-image.json" with { type: "json" };
import textToSpeech from "./data/texts/tasks/text-to-speech.json" with { type: "json" };
import textToVideo from "./data/texts/tasks/text-to-video.json" with { type: "json" };
import tokenClassification from "./data/texts/tasks/token-classification.json" with { type: "json" };
import translation from "./data/texts/tasks/translation.json" with { type: "json" };
import unconditionalImageGeneration from "./data/texts/tasks/unconditional-image-generation.json" with { type: "json" };
import videoClassification from "./data/texts/tasks/video-classification.json" with { type: "json" };
import videoTextToText from "./data/texts/tasks/video-text-to-text.json" with { type: "json" };
import videoToVideo from "./data/texts/tasks/video-to-video.json" with { type: "json" };
import visualDocumentRetrieval from "./data/texts/tasks/visual-document-retrieval.json" with { type: "json" };
import visualQuestionAnswering from "./data/texts/tasks/visual-question-answering.json" with { type: "json" };
import zeroShotClassification from "./data/texts/tasks/zero-shot-classification.json" with { type: "json" };
import zeroShotImageClassification from "./data/texts/tasks/zero-shot-image-classification.json" with { type: "json" };
import zeroShotObjectDetection from "./data/texts/tasks/zero-shot-object-detection.json" with { type: "json" };
import type { DescribedTask } from "./task-records.ts";

/** The texts of a demo item; its facts are in the record. */
export interface DemoText {
	/** Of a text. */
	content?: string;
	/** Of a text with tokens. */
	text?: string;
	/** Of a chart, in the order of its scores. */
	labels?: string[];
	/** Of a table, without the header. */
	rows?: string[][];
}

/** The prose of one task. */
export interface TaskText {
	summary: string;
	/** Descriptions by id. */
	datasets: Record<string, string>;
	models: Record<string, string>;
	spaces: Record<string, string>;
	metrics: Record<string, string>;
	/** Parallel to the demo items of the record; null if an item needs no text. */
	demo: { inputs: (DemoText | null)[]; outputs: (DemoText | null)[] };
	guide: TaskGuide;
}

/** A short introduction for users of the task. */
export interface TaskGuide {
	useCases: { title: string; text: string }[];
	variants: { title: string; text: string }[];
	/** How models are evaluated. */
	evaluation: string;
	/** A `hub` command line that tries the task. */
	command: string;
}

/** The prose of every task that has a record. */
export const TASK_TEXTS: Record<DescribedTask, TaskText> = {
	"any-to-any": anyToAny,
	"audio-classification": audioClassification,
	"audio-text-to-text": audioTextToText,
	"audio-to-audio": audioToAudio,
	"automatic-speech-recognition": automaticSpeechRecognition,
	"depth-estimation": depthEstimation,
	"document-question-answering": documentQuestionAnswering,
	"feature-extraction": featureExtraction,
	"fill-mask": fillMask,
	"image-classification": imageClassification,
	"image-feature-extraction": imageFeatureExtraction,
	"image-segmentation": imageSegmentation,
	"image-text-to-image": imageTextToImage,
	"image-text-to-text": imageTextToText,
	"image-text-to-video": imageTextToVideo,
	"image-to-3d": imageTo3d,
	"image-to-image": imageToImage,
	"image-to-text": imageToText,
	"image-to-video": imageToVideo,
	"keypoint-detection": keypointDetection,
	"mask-generation": maskGeneration,
	"object-detection": objectDetection,
	"question-answering": questionAnswering,
	"reinforcement-learning": reinforcementLearning,
	"sentence-similarity": sentenceSimilarity,
	summarization: summarization,
	"table-question-answering": tableQuestionAnswering,
	"tabular-classification": tabularClassification,
	"tabular-regression": tabularRegression,
	"text-classification": textClassification,
	"text-generation": textGeneration,
	"text-ranking": textRanking,
	"text-to-3d": textTo3d,
	"text-to-image": textToImage,
	"text-to-speech": textToSpeech,
	"text-to-video": textToVideo,
	"token-classification": tokenClassification,
	translation: translation,
	"unconditional-image-generation": unconditionalImageGeneration,
	"video-classification": videoClassification,
	"video-text-to-text": videoTextToText,
	"video-to-video": videoToVideo,
	"visual-document-retrieval": visualDocumentRetrieval,
	"visual-question-answering": visualQuestionAnswering,
	"zero-shot-classification": zeroShotClassification,
	"zero-shot-image-classification": zeroShotImageClassification,
	"zero-shot-object-detection": zeroShotObjectDetection,
};
