import { readName } from "../model.ts";
import { type GeneratorTable, loadWith, python } from "./snippet.ts";

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

	kernels: ({ id }) => python`
		# pip install kernels
		from kernels import get_kernel

		kernel = get_kernel(${id})
	`,

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

	"tf-keras": ({ id }) => python`
		# Needs keras<3.x or tf_keras, see https://github.com/keras-team/tf-keras
		from huggingface_hub import from_pretrained_keras

		model = from_pretrained_keras(${id})
	`,
};
