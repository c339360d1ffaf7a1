import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readMask, readWidgetText } from "../model.ts";
import { type GeneratorTable, lines, loadWith, python, type Snippet, sh } from "./snippet.ts";

/** Libraries for medicine, earth science and time series. */
export const science: GeneratorTable = {
	anemoi: ({ id }) => python`
		from anemoi.inference.config.run import RunConfiguration
		from anemoi.inference.runners.default import DefaultRunner

		config = RunConfiguration(checkpoint={"huggingface": ${id}})
		runner = DefaultRunner(config)
	`,

	"chronos-forecasting": ({ id }) => [
		sh`pip install chronos-forecasting`,
		python`
			import pandas as pd
			from chronos import BaseChronosPipeline

			pipeline = BaseChronosPipeline.from_pretrained(${id}, device_map="cuda")

			# Air passengers by month, as one series
			df = pd.read_csv("https://autogluon.s3.us-west-2.amazonaws.com/datasets/timeseries/misc/AirPassengers.csv")
			df["item_id"] = "air-passengers"

			forecast = pipeline.predict_df(
			    df,
			    prediction_length=36,
			    quantile_levels=[0.1, 0.5, 0.9],
			    id_column="item_id",
			    timestamp_column="Month",
			    target="#Passengers",
			)
		`,
	],

	colipri: ({ id }) => [
		sh`pip install colipri`,
		python`
			from colipri import ZeroShotImageClassificationPipeline, get_model, get_processor, load_sample_ct

			model = get_model().cuda()
			processor = get_processor()
			pipeline = ZeroShotImageClassificationPipeline(${id}, processor)

			image = load_sample_ct()
			print(pipeline(image, ["No lung nodules", "Lung nodules"]))
		`,
	],

	"cxr-foundation": () => python`
		# pip install git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python
		from io import BytesIO

		import requests
		from clientside.clients import make_hugging_face_client
		from PIL import Image

		# An X-ray of the chest, in shades of grey; the server answers only those who say who they are
		url = "https://upload.wikimedia.org/wikipedia/commons/c/c8/Chest_Xray_PA_3-8-2010.png"
		response = requests.get(url, headers={"User-Agent": "cxr-foundation-example"})
		img = Image.open(BytesIO(response.content)).convert("L")

		client = make_hugging_face_client("cxr_model")
		print(client.get_image_embeddings_from_images([img]))
	`,

	"derm-foundation": () => python`
		import requests
		import tensorflow as tf
		from huggingface_hub import from_pretrained_keras

		# A photograph of skin, as a serialised example
		url = "https://storage.googleapis.com/dx-scin-public-data/dataset/images/3445096909671059178.png"
		image_bytes = requests.get(url).content
		image_feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[image_bytes]))
		tensor = tf.train.Example(
		    features=tf.train.Features(feature={"image/encoded": image_feature})
		).SerializeToString()

		model = from_pretrained_keras("google/derm-foundation")
		infer = model.signatures["serving_default"]
		print(infer(inputs=tf.constant([tensor])))
	`,

	terratorch: loadWith("from terratorch.registry import BACKBONE_REGISTRY", "model = BACKBONE_REGISTRY.build"),
};

export function multimolecule(model: ModelData): Snippet[] {
	const sample = readWidgetText(model);
	const predict = sample ? predictWith(model, sample) : undefined;
	return [sh`pip install multimolecule`, embed(model, sample ?? ""), ...(predict ? [predict] : [])];
}

function embed(model: ModelData, sample: string): Snippet {
	const sequence = sample.replace(readMask(model, "<mask>"), "A");
	const load = python`
		from multimolecule import AutoModel, AutoTokenizer

		tokenizer = AutoTokenizer.from_pretrained(${model.id})
		model = AutoModel.from_pretrained(${model.id})
	`;
	if (!sequence) return load;

	const run = python`

		inputs = tokenizer(${sequence}, return_tensors="pt")
		outputs = model(**inputs)
		embeddings = outputs.last_hidden_state
	`;
	return python`${lines(load, run)}`;
}

function predictWith(model: ModelData, sample: string): Snippet | undefined {
	if (hasTag(model, "rna-secondary-structure"))
		return python`
			import multimolecule  # makes the pipeline known
			from transformers import pipeline

			predictor = pipeline("rna-secondary-structure", model=${model.id})
			output = predictor(${sample})
			print(output["secondary_structure"])
		`;
	if (model.pipeline_tag === "fill-mask")
		return python`
			import multimolecule  # makes the models known
			from transformers import pipeline

			predictor = pipeline("fill-mask", model=${model.id})
			output = predictor(${sample})
		`;
	return undefined;
}
