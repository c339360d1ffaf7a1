import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet, text } from "./snippet.ts";

export function espnet(model: ModelData): Snippet {
	if (hasTag(model, "text-to-speech"))
		return python`
			from espnet2.bin.tts_inference import Text2Speech

			model = Text2Speech.from_pretrained(${model.id})
			speech, *_ = model("The night train leaves at ten.")
		`;
	if (hasTag(model, "automatic-speech-recognition"))
		return python`
			import soundfile
			from espnet2.bin.asr_inference import Speech2Text

			model = Speech2Text.from_pretrained(${model.id})
			speech, rate = soundfile.read("path/to/speech.wav")
			text, *_ = model(speech)[0]
		`;
	return text("unknown model type (must be text-to-speech or automatic-speech-recognition)");
}
