/** Facts on the hub about a copy of a model in another format. */
export interface ModelFormat {
	library: string;
	tags: readonly string[];
	/** Its weights, by the name of the model without owner. */
	files(name: string): string[];
	isGguf?: true;
}

/** Usual sizes of GGUF files. */
const QUANT_TYPES = ["Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0"];

/** Formats by model id; the first match wins. */
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

/** The format of a model that is a copy of another; undefined for original models. */
export function formatOf(model: string): ModelFormat | undefined {
	return FORMATS.find(([id]) => id.test(model))?.[1];
}
