import { readClassName } from "./python-names.js";
import { code, python } from "./snippet.js";
const SAMPLES = /* @__PURE__ */ new Map([
  ["CausalLM", writeText],
  ["TextToImage", drawImage],
  ["TextClassifier", classifyText],
  ["ImageClassifier", classifyImage]
]);
function kerasHub({ id, config }) {
  const preset = `hf://${id}`;
  const listed = config?.keras_hub?.tasks;
  const tasks = Array.isArray(listed) ? listed : [];
  const sampled = [...SAMPLES].filter(([task]) => tasks.includes(task)).map(([, sample]) => sample(preset));
  const others = tasks.filter((task) => !SAMPLES.has(task)).map(readClassName).filter((task) => task !== void 0);
  return [...sampled, ...others.map((task) => load(task, preset)), loadBackbone(preset)];
}
function load(task, preset) {
  return python`
		import keras_hub

		task = keras_hub.models.${code(task)}.from_preset(${preset})
	`;
}
function loadBackbone(preset) {
  return python`
		import keras_hub

		# The model without a task on top
		backbone = keras_hub.models.Backbone.from_preset(${preset})
	`;
}
function writeText(preset) {
  return python`
		import keras_hub

		causal_lm = keras_hub.models.CausalLM.from_preset(${preset}, dtype="bfloat16")
		causal_lm.compile(sampler="greedy")  # takes the likeliest word every time
		causal_lm.generate("The best thing about rain is", max_length=64)
	`;
}
function drawImage(preset) {
  return python`
		import keras_hub

		text_to_image = keras_hub.models.TextToImage.from_preset(${preset}, dtype="bfloat16")
		text_to_image.generate("A heron at the edge of a misty lake")
	`;
}
function classifyText(preset) {
  return python`
		import keras_hub

		text_classifier = keras_hub.models.TextClassifier.from_preset(${preset}, num_classes=2)

		# Train on texts of your own
		text_classifier.fit(x=["I would watch it again.", "I left before the end."], y=[1, 0])

		text_classifier.predict(["Not a minute too long."])
	`;
}
function classifyImage(preset) {
  return python`
		import keras
		import keras_hub

		image_classifier = keras_hub.models.ImageClassifier.from_preset(${preset}, num_classes=2)

		# Train on images of your own
		image_classifier.fit(
		    x=keras.random.randint((32, 64, 64, 3), 0, 256),
		    y=keras.random.randint((32, 1), 0, 2),
		)

		image_classifier.predict(keras.random.randint((1, 64, 64, 3), 0, 256))
	`;
}
export {
  kerasHub
};
