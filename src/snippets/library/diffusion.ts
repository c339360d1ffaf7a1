import { type GeneratorTable, python } from "./snippet.ts";

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
