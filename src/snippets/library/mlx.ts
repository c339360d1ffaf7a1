import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName } from "../model.ts";
import { COCO_CATS, operand, python, type Snippet, sh } from "./snippet.ts";

export function mlx(model: ModelData): Snippet {
	if (model.pipeline_tag === "image-text-to-text") return describeImage(model);
	if (model.pipeline_tag !== "text-generation") return download(model);
	return hasTag(model, "conversational") ? chat(model) : continueText(model);
}

function describeImage({ id }: ModelData): Snippet {
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
}

function chat({ id }: ModelData): Snippet {
	return python`
		# pip install --upgrade mlx-lm
		from mlx_lm import generate, load

		model, tokenizer = load(${id})

		messages = [{"role": "user", "content": "Tell me a story about a lighthouse."}]
		prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)

		text = generate(model, tokenizer, prompt=prompt, verbose=True)
	`;
}

function continueText({ id }: ModelData): Snippet {
	return python`
		# pip install --upgrade mlx-lm
		# On a machine with CUDA also: pip install "mlx[cuda]"
		from mlx_lm import generate, load

		model, tokenizer = load(${id})

		prompt = "On a clear night you can see"
		text = generate(model, tokenizer, prompt=prompt, verbose=True)
	`;
}

function download(model: ModelData): Snippet {
	const name = readName(model);
	const folder = name.startsWith("-") ? `./${name}` : name;
	return sh`
		pip install "huggingface_hub[hf_xet]"
		hf download --local-dir ${folder} ${operand(model.id)}
	`;
}
