import { task } from "./task.js";
const automaticSpeechRecognition = task("automatic-speech-recognition");
const audioClassification = task("audio-classification");
const audioToAudio = task("audio-to-audio");
const textToSpeech = task("text-to-speech");
const textToAudio = task("text-to-audio");
export {
  audioClassification,
  audioToAudio,
  automaticSpeechRecognition,
  textToAudio,
  textToSpeech
};
