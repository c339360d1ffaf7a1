import { hasTag } from "../model.js";
import { python } from "./snippet.js";
function nemo(model) {
  if (!hasTag(model, "automatic-speech-recognition")) return [python`# tag did not correspond to a valid NeMo domain.`];
  return [
    python`
			import nemo.collections.asr as nemo_asr

			asr_model = nemo_asr.models.ASRModel.from_pretrained(${model.id})
			transcriptions = asr_model.transcribe(["file.wav"])
		`
  ];
}
export {
  nemo
};
