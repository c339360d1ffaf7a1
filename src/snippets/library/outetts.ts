import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function outetts(model: ModelData): Snippet | Snippet[] {
	if (hasTag(model, "gguf") || hasTag(model, "onnx")) return [];
	const name = model.id.includes("/") ? python`${model.id}.split("/", 1)[1]` : python`${model.id}`;
	return python`
		import outetts

		version = outetts.Models(${name})
		config = outetts.ModelConfig.auto_config(version, outetts.Backend.HF)
		interface = outetts.Interface(config)

		speaker = interface.load_default_speaker("EN-FEMALE-1-NEUTRAL")
		output = interface.generate(
		    outetts.GenerationConfig(
		        text="Good evening, here is the weather for the coast.",
		        speaker=speaker,
		    )
		)
		output.save("output.wav")
	`;
}
