import { type GeneratorTable, loadWith, python } from "./snippet.ts";

/** Libraries for 3D, motion and video. */
export const space: GeneratorTable = {
	"3dtopia-xl": ({ id }) => python`
		from threedtopia_xl.models import threedtopia_xl

		model = threedtopia_xl.from_pretrained(${id})
		model.generate(cond="path/to/image.png")
	`,

	"mesh-anything": () => python`
		# First install the code from https://github.com/buaacyw/MeshAnything.git
		from MeshAnything.models.meshanything import MeshAnything

		# The arguments are made in
		# https://github.com/buaacyw/MeshAnything/blob/main/main.py#L91 (command line) and
		# https://github.com/buaacyw/MeshAnything/blob/main/app.py (demonstration)
		args = ...
		model = MeshAnything(args)
	`,

	renderformer: loadWith(
		"# First install the code from https://github.com/microsoft/renderformer\n" +
			"from renderformer import RenderFormerRenderingPipeline",
		"renderer = RenderFormerRenderingPipeline.from_pretrained",
	),

	"sam-3d-body": ({ id }) => python`
		import cv2
		from notebook.utils import setup_sam_3d_body
		from tools.vis_utils import visualize_sample_together

		estimator = setup_sam_3d_body(${id})

		image = cv2.imread("path/to/image.jpg")
		outputs = estimator.process_one_image(image)

		rendering = visualize_sample_together(image, outputs, estimator.faces)
		cv2.imwrite("output.jpg", rendering)
	`,

	"sam-3d-objects": ({ id }) => python`
		from huggingface_hub import hf_hub_download
		from inference import Inference, load_image, load_single_mask

		config_path = hf_hub_download(${id}, "pipeline.yaml")
		inference = Inference(config_path, compile=False)

		image = load_image("path/to/image.png")
		mask = load_single_mask("path/to/masks", index=14)
		output = inference(image, mask)
	`,

	univa: ({ id }) => python`
		# First install the code as https://github.com/PKU-YuanGroup/UniWorld-V1 says
		import torch
		from transformers import AutoProcessor
		from univa.models.qwen2p5vl.modeling_univa_qwen2p5vl import UnivaQwen2p5VLForConditionalGeneration

		model = UnivaQwen2p5VLForConditionalGeneration.from_pretrained(
		    ${id},
		    torch_dtype=torch.bfloat16,
		    attn_implementation="flash_attention_2",
		).to("cuda")
		processor = AutoProcessor.from_pretrained(${id})
	`,

	"vfi-mamba": loadWith("from Trainer_finetune import Model", "model = Model.from_pretrained"),

	videoprism: ({ id }) => python`
		# First install the code from https://github.com/google-deepmind/videoprism
		import jax
		from videoprism import models

		flax_model = models.get_model(${id})
		weights = models.load_pretrained_weights(${id})


		@jax.jit
		def forward(inputs, train=False):
		    return flax_model.apply(weights, inputs, train=train)
	`,
};
