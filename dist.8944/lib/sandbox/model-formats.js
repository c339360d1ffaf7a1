const QUANT_TYPES = ["Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0"];
const FORMATS = [
  [
    /-gguf$/i,
    {
      library: "gguf",
      tags: ["gguf"],
      files: (name) => QUANT_TYPES.map((type) => `${name.replace(/-gguf$/i, "")}-${type}.gguf`),
      isGguf: true
    }
  ],
  [/^mlx-community\//i, { library: "mlx", tags: ["mlx", "safetensors"], files: () => ["model.safetensors"] }],
  [
    /^(?:onnx-community|xenova)\//i,
    {
      library: "transformers.js",
      tags: ["transformers.js", "onnx"],
      files: () => ["onnx/model.onnx", "onnx/model_q4.onnx"]
    }
  ]
];
function formatOf(model) {
  return FORMATS.find(([id]) => id.test(model))?.[1];
}
export {
  formatOf
};
