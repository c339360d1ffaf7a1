import { hasTag } from "../model.js";
import { python } from "./snippet.js";
function tensorflowTts(model) {
  if (hasTag(model, "text-to-mel")) return [makeMels(model)];
  if (hasTag(model, "mel-to-wav")) return [makeSound(model)];
  return [load(model)];
}
function makeMels({ id }) {
  return python`
		from tensorflow_tts.inference import AutoProcessor, TFAutoModel

		processor = AutoProcessor.from_pretrained(${id})
		model = TFAutoModel.from_pretrained(${id})
	`;
}
function makeSound({ id }) {
  return python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
		mels = ...  # from a model that turns text into mels
		audios = model.inference(mels)
	`;
}
function load({ id }) {
  return python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
	`;
}
export {
  tensorflowTts
};
