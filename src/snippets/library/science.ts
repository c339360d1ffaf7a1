import { hasTag, readMask, readWidgetText } from "../model.ts";
import { type Code, code, type GeneratorTable, lines, loadWith, python, sh } from "./snippet.ts";

/** A tag, and the task of its pipeline. */
const STRUCTURE = "rna-secondary-structure";

/** Libraries for medicine, earth science, time series and tables. */
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

	contexttab: () => {
		const settings = 'checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048';
		return learnTable("contexttab", "contexttab", "ConTextTab", settings);
	},

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

	flextab: () => [
		...learnTable("flextab", "flextab", "FlexTab", "max_context_size=8192, bagging=8"),
		python`
			# Matching: which rows of two tables mean the same thing
			from flextab import FlexTabMatcher
			from flextab.utils.test_utils import load_febrl4

			left_train, left_test, right_train, right_test, y_train, y_test = load_febrl4()

			matcher = FlexTabMatcher(max_context_size=8192, bagging=1)
			matcher.fit(left_train, right_train, y_train)
			predictions = matcher.predict(left_test, right_test)

			# For scores instead of decisions:
			# from sklearn.metrics import roc_auc_score
			# probabilities = matcher.predict_proba_matching(left_test, right_test)
			# print("ROC AUC:", roc_auc_score(y_test, probabilities))
		`,
	],

	multimolecule: (model) => {
		const sample = readWidgetText(model) ?? "";
		const sequence = sample.replace(readMask(model, "<mask>"), "A");
		const load = python`
			from multimolecule import AutoModel, AutoTokenizer

			tokenizer = AutoTokenizer.from_pretrained(${model.id})
			model = AutoModel.from_pretrained(${model.id})
		`;
		const embed = python`
			${load}

			inputs = tokenizer(${sequence}, return_tensors="pt")
			outputs = model(**inputs)
			embeddings = outputs.last_hidden_state
		`;
		const predict = (task: string, known: string): Code => python`
			import multimolecule  # makes the ${code(known)} known
			from transformers import pipeline

			predictor = pipeline(${task}, model=${model.id})
			output = predictor(${sample})
		`;
		const snippets = [sh`pip install multimolecule`, sequence ? embed : load];
		if (!sample) return snippets;
		if (hasTag(model, STRUCTURE)) {
			const fold = predict(STRUCTURE, "pipeline");
			return [...snippets, python`${lines(fold, python`print(output["secondary_structure"])`)}`];
		}
		return model.pipeline_tag === "fill-mask" ? [...snippets, predict("fill-mask", "models")] : snippets;
	},

	opendde: () => sh`
		# The command downloads the model's files, to $OPENDDE_ROOT_DIR or ~/.cache/opendde
		pip install 'opendde[gpu]'
		opendde doctor
		opendde pred -i examples/input.json -o ./output -n opendde_v1
	`,

	"routee-powertrain": ({ id }) => python`
		# pip install routee.powertrain
		import pandas as pd
		import routee.powertrain as pt
		from routee.powertrain.registry import HFRegistry

		registry = HFRegistry(repo_id=${id})

		# Which models of vehicles are there? Other filters: year, kind of powertrain, features
		print(pt.query_available_models(make="tesla", model="model 3", registry=registry))

		# The id of one: make/vehicle/year/configuration
		model = pt.load_model("tesla/model_3_bev/2022/rf_c3326385", registry=registry)

		# Parts of a road: length in miles, speed in miles per hour, slope in percent
		links = pd.DataFrame({"distance": [0.3, 0.5], "speed_mph": [25, 50], "grade_percent": [0.5, -1.5]})
		print(model.predict(links))
	`,

	"sap-rpt-1-oss": () => learnTable("sap-rpt-1-oss", "sap_rpt_oss", "SAP_RPT_OSS_", "max_context_size=8192, bagging=8"),

	terratorch: loadWith("from terratorch.registry import BACKBONE_REGISTRY", "model = BACKBONE_REGISTRY.build"),
};

/** Returns the snippets of an SAP library; its classes begin with a prefix, and none uses the record. */
function learnTable(repository: string, module: string, prefix: string, settings: string): Code[] {
	const [classifier, regressor] = [code(`${prefix}Classifier`), code(`${prefix}Regressor`)];
	return [
		sh`pip install ${`git+https://github.com/SAP-samples/${repository}`}`,
		python`
			# Classification
			from sklearn.datasets import load_breast_cancer
			from sklearn.metrics import accuracy_score
			from sklearn.model_selection import train_test_split
			from ${code(module)} import ${classifier}

			X, y = load_breast_cancer(return_X_y=True)
			X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

			clf = ${classifier}(${code(settings)})
			clf.fit(X_train, y_train)

			probabilities = clf.predict_proba(X_test)
			predictions = clf.predict(X_test)
			print("Accuracy:", accuracy_score(y_test, predictions))
		`,
		python`
			# Regression
			from sklearn.datasets import fetch_openml
			from sklearn.metrics import r2_score
			from sklearn.model_selection import train_test_split
			from ${code(module)} import ${regressor}

			df = fetch_openml(data_id=531, as_frame=True)
			X_train, X_test, y_train, y_test = train_test_split(
			    df.data, df.target.astype(float), test_size=0.5, random_state=42
			)

			regressor = ${regressor}(${code(settings)})
			regressor.fit(X_train, y_train)

			predictions = regressor.predict(X_test)
			print("R²:", r2_score(y_test, predictions))
		`,
	];
}
