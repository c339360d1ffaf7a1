import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName } from "../model.ts";
import { quoteShell } from "../quote.ts";
import { type Code, code, type GeneratorTable, lines, operand, python, sh } from "./snippet.ts";

/** Image and video generation libraries. */
export const diffusion: GeneratorTable = {
	diffusionkit: (model) => {
		const isFlux = hasTag(model, "flux");
		const [className, settings] = isFlux
			? ["FluxPipeline", python`shift=1.0,`]
			: ["DiffusionPipeline", lines(python`shift=3.0,`, python`use_t5=False,`)];
		return [
			python`
				from diffusionkit.mlx import ${code(className)}

				pipeline = ${code(className)}(
				    ${settings}
				    model_version=${model.id},
				    low_memory_mode=True,
				    a16=True,
				    w16=True,
				)
			`,
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
	},

	ltx,

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

/** An option with its words. Names in angle brackets are for the reader to fill in. */
type Option = readonly [flag: string, ...words: string[]];
type Pipeline = readonly [name: string, ...options: Option[]];

function ltx(model: ModelData): Code[] {
	const names = JSON.stringify([model.id, model.tags, model.cardData?.base_model]);
	const describe = /ltx[-_]?2\.5/i.test(names) ? describeParts : describeCheckpoint;
	const followsVideo = hasTag(model, "ic-lora");
	const isAdapter = followsVideo || hasTag(model, "lora");
	const folder = `models/${readName(model)}`;
	const { setup, downloads, options, fine, withLora } = describe(model.id, folder, isAdapter);
	const lora: Option = ["--lora", `${folder}/<weights>.safetensors`, "1.0"];
	const install = sh`
		git clone https://github.com/Lightricks/LTX-2.git
		cd LTX-2
		uv sync ${code(setup)}
	`;
	const start = [install, sh`${lines(...downloads)}`];
	if (followsVideo) {
		const pipeline: Pipeline = ["ic_lora", ...options, lora, ["--video-conditioning", "reference.mp4", "1.0"]];
		return [...start, run("Video from a text and a reference video", pipeline)];
	}
	if (isAdapter) return [...start, run(`Video from a text; ${ADD_IMAGE}`, [...withLora, lora])];
	return [...start, run(`Fast; ${ADD_IMAGE}`, ["distilled", ...options]), run(`Finer; ${ADD_IMAGE}`, fine)];
}

const ADD_IMAGE = "for a video from an image add --image path/to/image.jpg 0 0.8";

/** LTX-2: a checkpoint holds all but the text encoder. */
function describeCheckpoint(id: string, folder: string, isAdapter: boolean) {
	const base = isAdapter ? "models" : folder;
	const gemma = "models/gemma-3-12b";
	const rest: Option[] = [
		["--spatial-upsampler-path", `${base}/<spatial-upsampler>.safetensors`],
		["--gemma-root", gemma],
	];
	const fine: Pipeline = [
		"ti2vid_two_stages_hq",
		["--checkpoint-path", `${base}/<checkpoint>.safetensors`],
		["--distilled-lora", `${base}/<distilled-lora>.safetensors`, "0.8"],
		...rest,
	];
	return {
		setup: "--frozen",
		downloads: [download(folder, id), download(gemma, "google/gemma-3-12b-it-qat-q4_0-unquantized")],
		options: [["--distilled-checkpoint-path", `${base}/<distilled-checkpoint>.safetensors`] as const, ...rest],
		fine,
		withLora: fine,
	};
}

/** LTX-2.5: option → the file of a part of the model. */
const PARTS = {
	"--transformer-path": "diffusion_models/<distilled-transformer>.safetensors",
	"--text-encoder-path": "text_encoders/gemma4-12b-with-proj-ltx-2.5-bf16.safetensors",
	"--video-vae-path": "vae/<video-vae>.safetensors",
	"--audio-vae-path": "vae/<audio-vae>.safetensors",
	"--spatial-upsampler-path": "latent_upscale_models/<spatial-upsampler>.safetensors",
};
const TEMPORAL = "latent_upscale_models/<temporal-upsampler>.safetensors";
const DETAIL = "LTX-2.5-22b-IC-LoRA-Pixel-Spatial-Upscaler";

function describeParts(id: string, folder: string, isAdapter: boolean) {
	const base = isAdapter ? "models/LTX-2.5" : folder;
	const parts = Object.entries(PARTS).map(([flag, file]): Option => [flag, `${base}/${file}`]);
	const files = Object.values(PARTS);
	const frames: Option = ["--num-frames", "121"];
	return {
		setup: "--extra natten",
		downloads: isAdapter
			? [download(folder, id), download(base, "Lightricks/LTX-2.5", files)]
			: [download(base, id, [...files, TEMPORAL]), download(`models/${DETAIL}`, `Lightricks/${DETAIL}`)],
		options: isAdapter ? parts : [...parts, frames],
		fine: [
			"dfr_pipeline",
			...parts,
			["--temporal-upsampler-path", `${base}/${TEMPORAL}`],
			["--detailing-lora", `models/${DETAIL}/${DETAIL.toLowerCase()}-x2-1.0.safetensors`],
			// For 4K: 2, with 2176 and 3840.
			["--spatial-upscalings", "1"],
			["--temporal-upscalings", "1"],
			["--height", "1088"],
			["--width", "1920"],
			frames,
		] satisfies Pipeline,
		withLora: ["distilled", ...parts] satisfies Pipeline,
	};
}

function download(folder: string, id: string, files: readonly string[] = []): Code {
	const names = files.map((file) => ` \\\n  ${quoteShell(file)}`).join("");
	return sh`hf download --local-dir ${folder} ${operand(id)}${code(names)}`;
}

function run(comment: string, [pipeline, ...options]: Pipeline): Code {
	const shown: Option[] = [
		...options,
		["--prompt", "A wooden train crosses a bridge of books"],
		["--output-path", "output.mp4"],
	];
	const words = shown.map((option) => ` \\\n  ${option.map(quoteShell).join(" ")}`);
	return sh`
		# ${code(comment)}
		uv run python -m ltx_pipelines.${code(pipeline + words.join(""))}
	`;
}
