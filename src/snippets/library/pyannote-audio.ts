import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function pyannoteAudio(model: ModelData): Snippet {
	return hasTag(model, "pyannote-audio-pipeline") ? runPipeline(model) : runModel(model);
}

function runPipeline({ id }: ModelData): Snippet {
	return python`
		from pyannote.audio import Audio, Pipeline
		from pyannote.core import Segment

		pipeline = Pipeline.from_pretrained(${id})

		# A whole file
		pipeline("file.wav")

		# An excerpt
		excerpt = Segment(start=2.0, end=5.0)
		waveform, sample_rate = Audio().crop("file.wav", excerpt)
		pipeline({"waveform": waveform, "sample_rate": sample_rate})
	`;
}

function runModel({ id }: ModelData): Snippet {
	return python`
		from pyannote.audio import Inference, Model
		from pyannote.core import Segment

		model = Model.from_pretrained(${id})
		inference = Inference(model)

		# A whole file
		inference("file.wav")

		# An excerpt
		excerpt = Segment(start=2.0, end=5.0)
		inference.crop("file.wav", excerpt)
	`;
}
