import { textOf } from "../../base/json.ts";
import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName, readTags } from "../model.ts";
import {
	CAT,
	COCO_CATS,
	type Code,
	code,
	type GeneratorTable,
	lines,
	loadWith,
	operand,
	python,
	sh,
} from "./snippet.ts";

/** Tag → class of PaddleOCR. */
const OCR_CLASSES: ReadonlyMap<string, string> = new Map([
	["textline_detection", "TextDetection"],
	["textline_recognition", "TextRecognition"],
	["seal_text_detection", "SealTextDetection"],
	["doc_img_unwarping", "TextImageUnwarping"],
	["doc_img_orientation_classification", "DocImgOrientationClassification"],
	["textline_orientation_classification", "TextLineOrientationClassification"],
	["chart_parsing", "ChartParsing"],
	["formula_recognition", "FormulaRecognition"],
	["layout_detection", "LayoutDetection"],
	["table_cells_detection", "TableCellsDetection"],
	["wired_table_classification", "TableClassification"],
	["table_structure_recognition", "TableStructureRecognition"],
]);

const INSTALL_OCR = code(
	"# 1. Install paddlepaddle: https://www.paddlepaddle.org.cn/en/install\n# 2. pip install paddleocr",
);

/** Size of Depth Anything → encoder, number of features, channels. */
const SIZES: ReadonlyMap<string, readonly [encoder: string, features: string, channels: string]> = new Map([
	["Small", ["vits", "64", "[48, 96, 192, 384]"]],
	["Base", ["vitb", "128", "[96, 192, 384, 768]"]],
	["Large", ["vitl", "256", "[256, 512, 1024, 1024]"]],
]);

/** To be filled in by the reader; quoted, so that the code parses before that. */
const UNKNOWN_SIZE = ["<ENCODER>", '"<NUMBER_OF_FEATURES>"', '"<OUT_CHANNELS>"'] as const;

const OFFICIAL = "depth-anything/Depth-Anything-V2-";

function ultralytics(model: ModelData): Code {
	const version = readTags(model)
		.map((tag) => /^yolov(\d+)$/.exec(textOf(tag))?.[1])
		.find((digits) => digits !== undefined);
	const className = code(`YOLOv${version ?? "XX"}`);
	const hint = python`
		# No tag of the model tells its version of YOLO.
		# Put the version in the place of XX.
	`;
	return python`${lines(
		version === undefined ? hint : undefined,
		python`
			from ultralytics import ${className}

			model = ${className}.from_pretrained(${model.id})
			model.predict(source=${COCO_CATS}, save=True)
		`,
	)}`;
}

/** Computer-vision libraries. Those for 3D are in `space.ts`. */
export const vision: GeneratorTable = {
	araclip: loadWith("from araclip import AraClip", "model = AraClip.from_pretrained"),

	ben2: ({ id }) => python`
		import requests
		from ben2 import AutoModel
		from PIL import Image

		url = ${CAT}
		image = Image.open(requests.get(url, stream=True).raw)

		model = AutoModel.from_pretrained(${id})
		model.to("cuda").eval()
		foreground = model.inference(image)
	`,

	birefnet: ({ id }) => [
		python`
			# With transformers
			from transformers import AutoModelForImageSegmentation

			birefnet = AutoModelForImageSegmentation.from_pretrained(${id}, trust_remote_code=True)
		`,
		python`
			# With its own code, installed from https://github.com/ZhengPeng7/BiRefNet
			from models.birefnet import BiRefNet

			model = BiRefNet.from_pretrained(${id})
		`,
	],

	collectorvision: ({ id }) => [
		sh`pip install git+https://github.com/HanClinto/CollectorVision huggingface_hub`,
		python`
			import collector_vision
			from huggingface_hub import hf_hub_download

			checkpoint = hf_hub_download(repo_id=${id}, filename="model.onnx")

			# A model that finds the corners of a card
			detector = collector_vision.NeuralCornerDetector(checkpoint)

			# A model that computes embeddings is loaded so instead:
			# embedder = collector_vision.NeuralEmbedder(checkpoint)
		`,
	],

	"depth-anything-v2": ({ id }) => {
		const known = id.startsWith(OFFICIAL) ? SIZES.get(id.slice(OFFICIAL.length)) : undefined;
		const [encoder, features, channels] = known ?? UNKNOWN_SIZE;
		return python`
			# First install the code from https://github.com/DepthAnything/Depth-Anything-V2
			import cv2
			import torch
			from depth_anything_v2.dpt import DepthAnythingV2
			from huggingface_hub import hf_hub_download

			model = DepthAnythingV2(encoder=${encoder}, features=${code(features)}, out_channels=${code(channels)})

			weights_path = hf_hub_download(
			    repo_id=${id},
			    filename=${`depth_anything_v2_${encoder}.pth`},
			    repo_type="model",
			)
			model.load_state_dict(torch.load(weights_path, map_location="cpu"))
			model.eval()

			image = cv2.imread("path/to/image.jpg")
			depth = model.infer_image(image)  # height x width
		`;
	},

	"depth-pro": ({ id }) => [
		sh`
			pip install huggingface-hub
			hf download --local-dir checkpoints ${operand(id)}
		`,
		python`
			import depth_pro

			model, transform = depth_pro.create_model_and_transforms()
			model.eval()

			image, _, f_px = depth_pro.load_rgb("path/to/image.png")
			image = transform(image)
			prediction = model.infer(image, f_px=f_px)

			depth = prediction["depth"]  # in metres
			focal_length = prediction["focallength_px"]  # in pixels
		`,
	],

	"describe-anything": ({ id }) => python`
		# pip install git+https://github.com/NVlabs/describe-anything
		from dam import DescribeAnythingModel
		from huggingface_hub import snapshot_download

		snapshot_download(${id}, local_dir="checkpoints")
		dam = DescribeAnythingModel(
		    model_path="checkpoints",
		    conv_mode="v1",
		    prompt_mode="focal_prompt",
		)
	`,

	flexray: ({ id }) => [
		sh`pip install flexray`,
		python`
			from fxr.inference import FleXraySegmenter

			model = FleXraySegmenter.from_pretrained(${id})

			# One mask for each structure that the model knows; a higher threshold makes them smaller
			masks = model.predict("xray.png", threshold=0.5).masks
		`,
	],

	gaussianformer: loadWith(
		"# First install the code from https://github.com/SVLwoof/gaussianformer\n" +
			"from gaussianformer.pipelines.rendering_pipeline import GaussianFormerRenderingPipeline",
		"pipeline = GaussianFormerRenderingPipeline.from_pretrained",
	),

	htrflow: ({ id }) => [
		sh`
			# What goes into the pipeline file:
			# https://ai-riksarkivet.github.io/htrflow/latest/getting_started/quick_start.html
			htrflow pipeline "<path/to/pipeline.yaml>" "<path/to/image>"
		`,
		python`
			from htrflow.models.framework.model import ModelClass
			from htrflow.pipeline.pipeline import Pipeline
			from htrflow.pipeline.steps import Task

			# Task and ModelClass stand for a step and a model class of htrflow
			pipeline = Pipeline([Task(ModelClass, {"model": ${id}}, {})])
		`,
	],

	lvface: ({ id }) => python`
		from huggingface_hub import hf_hub_download
		from inference_onnx import LVFaceONNXInferencer

		model_path = hf_hub_download(${id}, "LVFace-L_Glint360K/LVFace-L_Glint360K.onnx")
		inferencer = LVFaceONNXInferencer(model_path, use_gpu=True, timeout=300)

		image_path = "path/to/face.jpg"
		embedding = inferencer.infer_from_image(image_path)
	`,

	matanyone: ({ id }) => [
		python`
			# First install the code from https://github.com/pq-yang/MatAnyone.git
			from matanyone.model.matanyone import MatAnyone

			model = MatAnyone.from_pretrained(${id})
		`,
		python`
			from matanyone import InferenceCore

			processor = InferenceCore(${id})
		`,
	],

	"mlx-image": loadWith("from mlxim.model import create_model", "model = create_model"),

	nobg: ({ id }) => [
		sh`pip install nobg`,
		python`
			import torch
			from loadimg import load_img
			from nobg import AutoModel, AutoProcessor

			processor = AutoProcessor.from_pretrained(${id})
			model = AutoModel.from_pretrained(${id})
			model.eval()

			image = load_img("path/to/image.jpg").convert("RGB")
			inputs = processor(image, return_tensors="pt")
			with torch.no_grad():
			    outputs = model(pixel_values=inputs["pixel_values"])

			alpha = processor.post_process_alpha_matting(outputs, target_sizes=[(image.height, image.width)])[0]
			processor.cutout(image, alpha).save("cutout.png")
		`,
	],

	open_clip: ({ id }) => {
		const name = `hf-hub:${id}`;
		return python`
			import open_clip

			model, preprocess_train, preprocess_val = open_clip.create_model_and_transforms(${name})
			tokenizer = open_clip.get_tokenizer(${name})
		`;
	},

	PaddleOCR: (model) => {
		if (hasTag(model, "doc_vlm"))
			return python`
				${INSTALL_OCR}
				from paddleocr import DocVLM

				model = DocVLM(model_name=${readName(model)})
				output = model.predict(
				    input={"image": "path/to/image.png", "query": "Show this table as Markdown."},
				    batch_size=1,
				)
				for res in output:
				    res.print()
				    res.save_to_json(save_path="./output/res.json")
			`;
		if (hasTag(model, "document-parse")) {
			// The names of the official models end with the version of their pipeline.
			const version = /^PaddlePaddle\/PaddleOCR-VL-(.+)$/s.exec(model.id)?.[1];
			return python`
				# https://www.paddleocr.ai/latest/version3.x/pipeline_usage/PaddleOCR-VL.html
				${INSTALL_OCR}
				from paddleocr import PaddleOCRVL

				pipeline = PaddleOCRVL(pipeline_version=${`v${version ?? 1}`})
				output = pipeline.predict("path/to/document.png")
				for res in output:
				    res.print()
				    res.save_to_json(save_path="output")
				    res.save_to_markdown(save_path="output")
			`;
		}
		const className = readTags(model)
			.map((tag) => OCR_CLASSES.get(tag))
			.find((name) => name !== undefined);
		if (!className)
			return python`
				# How to use this model is told in the overview of modules:
				# https://paddlepaddle.github.io/PaddleOCR/latest/en/version3.x/module_usage/module_overview.html
			`;
		return python`
			${INSTALL_OCR}
			from paddleocr import ${code(className)}

			model = ${code(className)}(model_name=${readName(model)})
			output = model.predict(input="path/to/image.png", batch_size=1)
			for res in output:
			    res.print()
			    res.save_to_img(save_path="./output/")
			    res.save_to_json(save_path="./output/res.json")
		`;
	},

	"perception-encoder": ({ id }) => {
		const load = (purpose: string, name: string): Code => python`
			# As a ${code(purpose)}
			import core.vision_encoder.pe as pe

			model = pe.${code(name)}.from_config(${id}, pretrained=True)
		`;
		const asEncoder = load("vision encoder", "VisionTransformer");
		return id.includes("Core") ? [load("CLIP model", "CLIP"), asEncoder] : asEncoder;
	},

	pythae: loadWith("from pythae.models import AutoModel", "model = AutoModel.load_from_hf_hub"),

	sam2: ({ id }) => [
		python`
			# In a picture
			import numpy as np
			import torch
			from PIL import Image
			from sam2.sam2_image_predictor import SAM2ImagePredictor

			predictor = SAM2ImagePredictor.from_pretrained(${id})

			image = Image.open("path/to/image.jpg").convert("RGB")
			points = np.array([[320, 240]])  # a point on the object, in pixels
			labels = np.array([1])  # 1: on the object, 0: beside it

			with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
			    predictor.set_image(image)
			    masks, _, _ = predictor.predict(point_coords=points, point_labels=labels)
		`,
		python`
			# In a film
			import numpy as np
			import torch
			from sam2.sam2_video_predictor import SAM2VideoPredictor

			predictor = SAM2VideoPredictor.from_pretrained(${id})

			video = "path/to/video.mp4"
			points = np.array([[320, 240]], dtype=np.float32)
			labels = np.array([1], dtype=np.int32)

			with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
			    state = predictor.init_state(video)

			    # Mark the object in one frame; this frame has its mask at once
			    frame_idx, object_ids, masks = predictor.add_new_points_or_box(
			        state, frame_idx=0, obj_id=1, points=points, labels=labels
			    )

			    # Follow the object through the rest
			    for frame_idx, object_ids, masks in predictor.propagate_in_video(state):
			        print(frame_idx, object_ids)
		`,
	],

	timm: ({ id }) => python`
		import timm

		model = timm.create_model(${`hf_hub:${id}`}, pretrained=True)
	`,

	ultralytics,
	yolov10: ultralytics,
};
