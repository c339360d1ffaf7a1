import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName } from "../model.ts";
import { type GeneratorTable, operand, python, type Snippet, sh } from "./snippet.ts";

/** Image and video generation libraries. Those that branch have their own files. */
export const diffusion: GeneratorTable = {
	"phantom-wan": ({ id }) => python`
		from huggingface_hub import snapshot_download
		from phantom_wan import WANI2V, configs

		checkpoint_dir = snapshot_download(${id})
		wan_i2v = WANI2V(
		    config=configs.WAN_CONFIGS["i2v-14B"],
		    checkpoint_dir=checkpoint_dir,
		)

		text_prompt = "A paper boat drifts down a stream"
		image_prompt = "path/to/image.png"
		video = wan_i2v.generate(text_prompt, image_prompt)
	`,

	sana: ({ id }) => python`
		import torch
		from app.sana_pipeline import SanaPipeline
		from torchvision.utils import save_image

		sana = SanaPipeline("configs/sana_config/1024ms/Sana_1600M_img1024.yaml")
		sana.from_pretrained(${`hf://${id}`})

		with torch.no_grad():
		    image = sana(
		        prompt="a lighthouse built of sea glass",
		        height=1024,
		        width=1024,
		        guidance_scale=5.0,
		        pag_guidance_scale=2.0,
		        num_inference_steps=18,
		    )
		save_image(image, "sana.png", nrow=1, normalize=True, value_range=(-1, 1))
	`,

	"seed-story": () => python`
		import hydra
		from omegaconf import OmegaConf

		# Copies of
		# https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/llama2chat7b_lora.yaml
		# https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/agent_7b_sft.yaml
		llm_cfg_path = "configs/clm_models/llama2chat7b_lora.yaml"
		seed_story_cfg_path = "configs/clm_models/agent_7b_sft.yaml"

		llm_cfg = OmegaConf.load(llm_cfg_path)
		llm = hydra.utils.instantiate(llm_cfg, torch_dtype="fp16")

		seed_story_cfg = OmegaConf.load(seed_story_cfg_path)
		seed_story = hydra.utils.instantiate(seed_story_cfg, llm=llm)
	`,
};

export function diffusionkit(model: ModelData): Snippet[] {
	const isFlux = hasTag(model, "flux");
	return [
		isFlux ? loadFlux(model.id) : loadStableDiffusion(model.id),
		python`
			HEIGHT = 512
			WIDTH = 512
			NUM_STEPS = ${isFlux ? 4 : 50}
			CFG_WEIGHT = ${isFlux ? 0 : 5}

			image, _ = pipeline.generate_image(
			    "a fishing village in the first light of day",
			    cfg_weight=CFG_WEIGHT,
			    num_steps=NUM_STEPS,
			    latent_size=(HEIGHT // 8, WIDTH // 8),
			)
		`,
	];
}

function loadFlux(id: string): Snippet {
	return python`
		from diffusionkit.mlx import FluxPipeline

		pipeline = FluxPipeline(
		    shift=1.0,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`;
}

function loadStableDiffusion(id: string): Snippet {
	return python`
		from diffusionkit.mlx import DiffusionPipeline

		pipeline = DiffusionPipeline(
		    shift=3.0,
		    use_t5=False,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`;
}

export function ltx(model: ModelData): Snippet[] {
	const folder = `models/${readName(model)}`;
	return [INSTALL, download(model.id, folder), ...run(model, folder)];
}

const INSTALL = sh`
	git clone https://github.com/Lightricks/LTX-2.git
	cd LTX-2
	uv sync --frozen
`;

function download(id: string, folder: string): Snippet {
	return sh`
		hf download --local-dir ${folder} ${operand(id)}
		hf download --local-dir models/gemma-3-12b google/gemma-3-12b-it-qat-q4_0-unquantized
	`;
}

/** Names in angle brackets are for the reader to fill in. */
function run(model: ModelData, folder: string): Snippet[] {
	if (hasTag(model, "ic-lora")) return [followVideo(folder)];
	if (hasTag(model, "lora")) return [runLora(folder)];
	return [runDistilled(folder), runTwoStages(folder)];
}

function followVideo(folder: string): Snippet {
	return sh`
		# Video from a text and a reference video
		uv run python -m ltx_pipelines.ic_lora \
		  --distilled-checkpoint-path "models/<distilled-checkpoint>.safetensors" \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --video-conditioning reference.mp4 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}

function runLora(folder: string): Snippet {
	return sh`
		# Video from a text; for a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path "models/<checkpoint>.safetensors" \
		  --distilled-lora "models/<distilled-lora>.safetensors" 0.8 \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}

function runDistilled(folder: string): Snippet {
	return sh`
		# Fast. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.distilled \
		  --distilled-checkpoint-path ${`${folder}/<distilled-checkpoint>.safetensors`} \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}

function runTwoStages(folder: string): Snippet {
	return sh`
		# Finer. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path ${`${folder}/<checkpoint>.safetensors`} \
		  --distilled-lora ${`${folder}/<distilled-lora>.safetensors`} 0.8 \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}
