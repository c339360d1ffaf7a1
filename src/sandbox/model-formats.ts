/** What a copy of a model in another format has on the hub. */
export interface ModelFormat {
	library: string;
	tags: readonly string[];
	/** Its weights, by the name of the model without owner. */
	files(name: string): string[];
	isGguf?: true;
}

/** Sizes that people who make GGUF files usually offer. */
const QUANT_TYPES = ["Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0"];

/** Formats as ids tell them; the first that fits wins. */
const FORMATS: readonly (readonly [RegExp, ModelFormat])[] = [
	[
		/-gguf$/i,
		{
			library: "gguf",
			tags: ["gguf"],
			files: (name) => QUANT_TYPES.map((type) => `${name.replace(/-gguf$/i, "")}-${type}.gguf`),
			isGguf: true,
		},
	],
	[/^mlx-community\//i, { library: "mlx", tags: ["mlx", "safetensors"], files: () => ["model.safetensors"] }],
	[
		/^(?:onnx-community|xenova)\//i,
		{
			library: "transformers.js",
			tags: ["transformers.js", "onnx"],
			files: () => ["onnx/model.onnx", "onnx/model_q4.onnx"],
		},
	],
];

/** The format of a model that is a copy of another; undefined for models as their makers publish them. */
export function formatOf(model: string): ModelFormat | undefined {
	return FORMATS.find(([id]) => id.test(model))?.[1];
}
