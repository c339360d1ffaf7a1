import type { ModelData } from "../../catalogue/index.ts";
import { code, python, type Snippet } from "./snippet.ts";

/** Interface → its method for a file. */
const METHODS: ReadonlyMap<string, string> = new Map([
	["EncoderClassifier", "classify_file"],
	["EncoderDecoderASR", "transcribe_file"],
	["EncoderASR", "transcribe_file"],
	["SpectralMaskEnhancement", "enhance_file"],
	["SepformerSeparation", "separate_file"],
]);

export function speechbrain({ id, config }: ModelData): Snippet {
	const name = config?.speechbrain?.speechbrain_interface;
	if (name === undefined) return python`# interface not specified in config.json`;

	const method = METHODS.get(name);
	if (!method) return python`# interface in config.json invalid`;

	return python`
		from speechbrain.inference import ${code(name)}

		model = ${code(name)}.from_hparams(${id})
		model.${code(method)}("file.wav")
	`;
}
