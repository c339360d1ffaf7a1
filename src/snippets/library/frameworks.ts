import { textOf } from "../../base/json.ts";
import { hasTag, readName } from "../model.ts";
import { readClassName } from "./python-names.ts";
import { COCO_CATS, type Code, code, type GeneratorTable, loadWith, operand, python, sh, text } from "./snippet.ts";

const WARNING = code(
	"# Only load files from people you trust, they may run code:\n" +
		"# https://skops.readthedocs.io/en/stable/persistence.html",
);

/** Task type of the adapter → class of the base model. */
const CLASSES: ReadonlyMap<string | undefined, string> = new Map([
	["CAUSAL_LM", "AutoModelForCausalLM"],
	["SEQ_2_SEQ_LM", "AutoModelForSeq2SeqLM"],
	["TOKEN_CLS", "AutoModelForTokenClassification"],
	["SEQ_CLS", "AutoModelForSequenceClassification"],
]);

/** Tasks of KerasHub with their own sample, in the order to show them; they come before any others. */
const SAMPLES: Readonly<Record<string, (preset: string) => Code>> = {
	CausalLM: (preset) => python`
		import keras_hub

		causal_lm = keras_hub.models.CausalLM.from_preset(${preset}, dtype="bfloat16")
		causal_lm.compile(sampler="greedy")  # takes the likeliest word every time
		causal_lm.generate("The best thing about rain is", max_length=64)
	`,
	TextToImage: (preset) => python`
		import keras_hub

		text_to_image = keras_hub.models.TextToImage.from_preset(${preset}, dtype="bfloat16")
		text_to_image.generate("A heron at the edge of a misty lake")
	`,
	TextClassifier: (preset) => python`
		import keras_hub

		text_classifier = keras_hub.models.TextClassifier.from_preset(${preset}, num_classes=2)

		# Train on texts of your own
		text_classifier.fit(x=["I would watch it again.", "I left before the end."], y=[1, 0])

		text_classifier.predict(["Not a minute too long."])
	`,
	ImageClassifier: (preset) => python`
		import keras
		import keras_hub

		image_classifier = keras_hub.models.ImageClassifier.from_preset(${preset}, num_classes=2)

		# Train on images of your own
		image_classifier.fit(
		    x=keras.random.randint((32, 64, 64, 3), 0, 256),
		    y=keras.random.randint((32, 1), 0, 2),
		)

		image_classifier.predict(keras.random.randint((1, 64, 64, 3), 0, 256))
	`,
};

/** Libraries for models of any kind. */
export const frameworks: GeneratorTable = {
	fastai: loadWith("from huggingface_hub import from_pretrained_fastai", "learner = from_pretrained_fastai"),

	keras: ({ id }) => python`
		# "jax", "torch" or "tensorflow"; to be set before keras is imported
		import os

		os.environ["KERAS_BACKEND"] = "jax"

		import keras

		model = keras.saving.load_model(${`hf://${id}`})
	`,

	"keras-hub": ({ id, config }) => {
		const preset = `hf://${id}`;
		const listed = config?.keras_hub?.tasks;
		const tasks = Array.isArray(listed) ? listed : [];
		const sampled = Object.entries(SAMPLES)
			.filter(([task]) => tasks.includes(task))
			.map(([, sample]) => sample(preset));
		const others = tasks
			.map(readClassName)
			.filter((task) => task !== undefined)
			.filter((task) => !Object.hasOwn(SAMPLES, task));
		return [
			...sampled,
			...others.map(
				(task) => python`
					import keras_hub

					task = keras_hub.models.${code(task)}.from_preset(${preset})
				`,
			),
			python`
				import keras_hub

				# The model without a task on top
				backbone = keras_hub.models.Backbone.from_preset(${preset})
			`,
		];
	},

	kernels: loadWith("# pip install kernels\nfrom kernels import get_kernel", "kernel = get_kernel"),

	mlx: (model) => {
		const { id, pipeline_tag: task } = model;
		if (task === "image-text-to-text")
			return python`
				# pip install --upgrade mlx-vlm
				from mlx_vlm import generate, load
				from mlx_vlm.prompt_utils import apply_chat_template
				from mlx_vlm.utils import load_config

				model, processor = load(${id})
				config = load_config(${id})

				image = [${COCO_CATS}]
				prompt = "What is in this picture?"
				formatted_prompt = apply_chat_template(processor, config, prompt, num_images=1)

				output = generate(model, processor, formatted_prompt, image)
				print(output)
			`;
		if (task !== "text-generation") {
			const name = readName(model);
			return sh`
				pip install "huggingface_hub[hf_xet]"
				hf download --local-dir ${name.startsWith("-") ? `./${name}` : name} ${operand(id)}
			`;
		}
		if (hasTag(model, "conversational"))
			return python`
				# pip install --upgrade mlx-lm
				from mlx_lm import generate, load

				model, tokenizer = load(${id})

				messages = [{"role": "user", "content": "Tell me a story about a lighthouse."}]
				prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)

				text = generate(model, tokenizer, prompt=prompt, verbose=True)
			`;
		return python`
			# pip install --upgrade mlx-lm
			# On a machine with CUDA also: pip install "mlx[cuda]"
			from mlx_lm import generate, load

			model, tokenizer = load(${id})

			prompt = "On a clear night you can see"
			text = generate(model, tokenizer, prompt=prompt, verbose=True)
		`;
	},

	mobilint: (model) => python`
		# pip install mblt-model-zoo
		from mblt_model_zoo.vision import MBLT_Engine

		model = MBLT_Engine(
		    model_cls=${readName(model)},
		    model_type="DEFAULT",
		    model_path="",
		    core_mode="global8",
		)
		try:
		    inputs = model.preprocess("path/to/image.jpg")
		    output = model(inputs)
		    result = model.postprocess(output)
		finally:
		    model.dispose()
	`,

	peft: ({ id, config }) => {
		const className = CLASSES.get(config?.peft?.task_type);
		if (!className) return text("Task type is invalid.");

		const base = config?.peft?.base_model_name_or_path;
		if (!base) return text("Base model is not found.");

		return python`
			from peft import PeftModel
			from transformers import ${code(className)}

			base_model = ${code(className)}.from_pretrained(${base})
			model = PeftModel.from_pretrained(base_model, ${id})
		`;
	},

	sklearn: (model) => {
		if (!hasTag(model, "skops"))
			return python`
				import joblib
				from huggingface_hub import hf_hub_download

				${WARNING}
				model = joblib.load(hf_hub_download(${model.id}, "sklearn_model.joblib"))
			`;
		const { model: dump, model_format: format } = model.config?.sklearn ?? {};
		if (!dump?.file) return python`# ⚠️ Model filename not specified in config.json`;

		const path = `path_to_folder/${textOf(dump.file)}`;
		if ((format ?? dump.format) === "pickle")
			return python`
				import joblib
				from skops.hub_utils import download

				download(${model.id}, "path_to_folder")
				${WARNING}
				model = joblib.load(${path})
			`;
		return python`
			from skops.hub_utils import download
			from skops.io import load

			download(${model.id}, "path_to_folder")
			${WARNING}
			model = load(${path})
		`;
	},

	"tf-keras": loadWith(
		"# Needs keras<3.x or tf_keras, see https://github.com/keras-team/tf-keras\n" +
			"from huggingface_hub import from_pretrained_keras",
		"model = from_pretrained_keras",
	),

	zeromodels: ({ id }) => python`
		# pip install -U zeromodels
		# "jax", "torch" or "tensorflow"; to be set before Keras is imported
		import os

		os.environ["KERAS_BACKEND"] = "jax"

		from zeromodels import AutoZModel

		# The model without a task on top; classes of zeromodels.auto, such as AutoZMImageClassify, load it with one
		model = AutoZModel.from_weights(${id})
	`,
};
