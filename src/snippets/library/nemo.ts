import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function nemo(model: ModelData): Snippet {
	if (!hasTag(model, "automatic-speech-recognition")) return python`# tag did not correspond to a valid NeMo domain.`;
	return python`
		import nemo.collections.asr as nemo_asr

		asr_model = nemo_asr.models.ASRModel.from_pretrained(${model.id})
		transcriptions = asr_model.transcribe(["file.wav"])
	`;
}
