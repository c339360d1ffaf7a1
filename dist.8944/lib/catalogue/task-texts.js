import anyToAny from "./data/texts/tasks/any-to-any.json.js";
import audioClassification from "./data/texts/tasks/audio-classification.json.js";
import audioTextToText from "./data/texts/tasks/audio-text-to-text.json.js";
import audioToAudio from "./data/texts/tasks/audio-to-audio.json.js";
import automaticSpeechRecognition from "./data/texts/tasks/automatic-speech-recognition.json.js";
import depthEstimation from "./data/texts/tasks/depth-estimation.json.js";
import documentQuestionAnswering from "./data/texts/tasks/document-question-answering.json.js";
import featureExtraction from "./data/texts/tasks/feature-extraction.json.js";
import fillMask from "./data/texts/tasks/fill-mask.json.js";
import imageClassification from "./data/texts/tasks/image-classification.json.js";
import imageFeatureExtraction from "./data/texts/tasks/image-feature-extraction.json.js";
import imageSegmentation from "./data/texts/tasks/image-segmentation.json.js";
import imageTextToImage from "./data/texts/tasks/image-text-to-image.json.js";
import imageTextToText from "./data/texts/tasks/image-text-to-text.json.js";
import imageTextToVideo from "./data/texts/tasks/image-text-to-video.json.js";
import imageTo3d from "./data/texts/tasks/image-to-3d.json.js";
import imageToImage from "./data/texts/tasks/image-to-image.json.js";
import imageToText from "./data/texts/tasks/image-to-text.json.js";
import imageToVideo from "./data/texts/tasks/image-to-video.json.js";
import keypointDetection from "./data/texts/tasks/keypoint-detection.json.js";
import maskGeneration from "./data/texts/tasks/mask-generation.json.js";
import objectDetection from "./data/texts/tasks/object-detection.json.js";
import questionAnswering from "./data/texts/tasks/question-answering.json.js";
import reinforcementLearning from "./data/texts/tasks/reinforcement-learning.json.js";
import sentenceSimilarity from "./data/texts/tasks/sentence-similarity.json.js";
import summarization from "./data/texts/tasks/summarization.json.js";
import tableQuestionAnswering from "./data/texts/tasks/table-question-answering.json.js";
import tabularClassification from "./data/texts/tasks/tabular-classification.json.js";
import tabularRegression from "./data/texts/tasks/tabular-regression.json.js";
import textClassification from "./data/texts/tasks/text-classification.json.js";
import textGeneration from "./data/texts/tasks/text-generation.json.js";
import textRanking from "./data/texts/tasks/text-ranking.json.js";
import textTo3d from "./data/texts/tasks/text-to-3d.json.js";
import textToImage from "./data/texts/tasks/text-to-image.json.js";
import textToSpeech from "./data/texts/tasks/text-to-speech.json.js";
import textToVideo from "./data/texts/tasks/text-to-video.json.js";
import tokenClassification from "./data/texts/tasks/token-classification.json.js";
import translation from "./data/texts/tasks/translation.json.js";
import unconditionalImageGeneration from "./data/texts/tasks/unconditional-image-generation.json.js";
import videoClassification from "./data/texts/tasks/video-classification.json.js";
import videoTextToText from "./data/texts/tasks/video-text-to-text.json.js";
import videoToVideo from "./data/texts/tasks/video-to-video.json.js";
import visualDocumentRetrieval from "./data/texts/tasks/visual-document-retrieval.json.js";
import visualQuestionAnswering from "./data/texts/tasks/visual-question-answering.json.js";
import zeroShotClassification from "./data/texts/tasks/zero-shot-classification.json.js";
import zeroShotImageClassification from "./data/texts/tasks/zero-shot-image-classification.json.js";
import zeroShotObjectDetection from "./data/texts/tasks/zero-shot-object-detection.json.js";
const TASK_TEXTS = {
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
  summarization,
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
  translation,
  "unconditional-image-generation": unconditionalImageGeneration,
  "video-classification": videoClassification,
  "video-text-to-text": videoTextToText,
  "video-to-video": videoToVideo,
  "visual-document-retrieval": visualDocumentRetrieval,
  "visual-question-answering": visualQuestionAnswering,
  "zero-shot-classification": zeroShotClassification,
  "zero-shot-image-classification": zeroShotImageClassification,
  "zero-shot-object-detection": zeroShotObjectDetection
};
export {
  TASK_TEXTS
};
