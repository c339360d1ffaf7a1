import { hasTag } from "../model.js";
import { python } from "./snippet.js";
function outetts(model) {
  if (hasTag(model, "gguf") || hasTag(model, "onnx")) return [];
  const name = model.id.includes("/") ? python`${model.id}.split("/", 1)[1]` : python`${model.id}`;
  return [
    python`
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
		`
  ];
}
export {
  outetts
};
