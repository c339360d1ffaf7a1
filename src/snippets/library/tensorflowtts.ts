import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function tensorflowTts(model: ModelData): Snippet {
	if (hasTag(model, "text-to-mel")) return makeMels(model);
	if (hasTag(model, "mel-to-wav")) return makeSound(model);
	return load(model);
}

function makeMels({ id }: ModelData): Snippet {
	return python`
		from tensorflow_tts.inference import AutoProcessor, TFAutoModel

		processor = AutoProcessor.from_pretrained(${id})
		model = TFAutoModel.from_pretrained(${id})
	`;
}

function makeSound({ id }: ModelData): Snippet {
	return python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
		mels = ...  # from a model that turns text into mels
		audios = model.inference(mels)
	`;
}

function load({ id }: ModelData): Snippet {
	return python`
		from tensorflow_tts.inference import TFAutoModel

		model = TFAutoModel.from_pretrained(${id})
	`;
}
