import { hasTag } from "../model.ts";
import { csharp, type GeneratorTable, loadWith, python, sh } from "./snippet.ts";

/** Libraries for 3D, motion and video, and for agents that act in games and simulations. */
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

	lerobot: ({ id, tags }) => {
		if (!hasTag({ tags }, "smolvla")) return [];
		const install = sh`
			# More ways: https://github.com/huggingface/lerobot?tab=readme-ov-file#installation
			git clone https://github.com/huggingface/lerobot.git
			cd lerobot
			pip install -e ".[smolvla]"
		`;
		const train = sh`
			# Fine-tune on the dataset that --dataset.repo_id names.
			# A smaller --batch_size suits smaller machines, fewer --steps a first trial.
			python lerobot/scripts/train.py \
			  --policy.path=${id} \
			  --dataset.repo_id=lerobot/svla_so101_pickplace \
			  --batch_size=64 \
			  --steps=20000 \
			  --output_dir=outputs/train/my_smolvla \
			  --job_name=my_smolvla_training \
			  --policy.device=cuda \
			  --wandb.enable=true
		`;
		const record = sh`
			# Let the model drive a robot and record what it does. Port, id and cameras are those of your robot;
			# --dataset.single_task should say what the training data said; HF_USER/dataset_name gets the recording.
			python -m lerobot.record \
			  --robot.type=so101_follower \
			  --robot.port=/dev/ttyACM0 \
			  --robot.id=my_blue_follower_arm \
			  --robot.cameras="{ front: {type: opencv, index_or_path: 8, width: 640, height: 480, fps: 30}}" \
			  --dataset.single_task="Put the red cube into the box." \
			  --dataset.repo_id=HF_USER/dataset_name \
			  --dataset.episode_time_s=50 \
			  --dataset.num_episodes=10 \
			  --policy.path=${id}
		`;
		// The base model is for training others, not for controlling a robot.
		return id === "lerobot/smolvla_base" ? [install, train] : [install, train, record];
	},

	"ml-agents": ({ id }) => sh`mlagents-load-from-hf --repo-id=${id} --local-dir=./downloads`,

	"sample-factory": ({ id }) => sh`python -m sample_factory.huggingface.load_from_hub -r ${id} -d ./train_dir`,

	"stable-baselines3": ({ id }) => python`
		from huggingface_sb3 import load_from_hub

		checkpoint = load_from_hub(
		    repo_id=${id},
		    filename="{MODEL FILENAME}.zip",
		)
	`,

	"unity-sentis": () => csharp`
		// The C# file in the repository shows the model at work
		string modelName = "[name of the model file].sentis";
		Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
		IWorker engine = WorkerFactory.CreateWorker(BackendType.GPUCompute, model);
	`,
};
