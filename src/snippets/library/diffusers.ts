import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readBaseModel, readPrompt } from "../model.ts";
import {
	CAT,
	type Code,
	CUP,
	CUP_MASK,
	code,
	INPAINTING,
	INPAINTING_MASK,
	lines,
	MAN_WITH_GUITAR,
	paragraphs,
	python,
	sh,
} from "./snippet.ts";
import { type Loader, transformers } from "./transformers.ts";

/** How to load and run a model with diffusers. */
interface DiffusersRecipe {
	/** Class of the pipeline. */
	pipeline: string;
	/** Arguments of its `from_pretrained`. */
	arguments: Code;
	/** A part of the pipeline that is loaded before. */
	part?: { class: string; load: Code };
	usesTorch?: true;
	/** Names to import from `diffusers.utils`. */
	utilities?: Code;
	/** Code that runs on the loaded pipeline. */
	adapt?: Code;
	/** Sample inputs and a call, in blocks. */
	blocks: Code[];
}

/** @param loader loads with another class, in code without blank lines */
export function diffusers(model: ModelData, loader?: Loader): Code[] {
	const { pipeline, part, utilities, ...recipe } = buildRecipe(model);
	const usesTorch = recipe.usesTorch ?? false;
	const classes = [part?.class, loader ? undefined : pipeline].filter((name) => name !== undefined);
	const join = loader ? lines : paragraphs;
	const imports = lines(
		loader?.import,
		usesTorch ? python`import torch` : undefined,
		classes.length > 0 ? python`from diffusers import ${code(classes.join(", "))}` : undefined,
		utilities && python`from diffusers.utils import ${utilities}`,
	);
	const load = loader?.load(recipe.arguments) ?? python`${code(pipeline)}.from_pretrained(${recipe.arguments})`;
	const loadAll = lines(part?.load, usesTorch ? ON_MAC : undefined, python`pipe = ${load}`, recipe.adapt);
	return [
		sh`pip install -U diffusers transformers accelerate`.named("install"),
		python`${join(imports, loadAll, ...recipe.blocks)}`.named("model"),
	];
}

export function prunaAi(model: ModelData): Code[] {
	const isPro = hasTag(model, "pruna_pro-ai");
	const className = code(isPro ? "PrunaProModel" : "PrunaModel");
	const loader: Loader = {
		import: python`from ${code(isPro ? "pruna_pro" : "pruna")} import ${className}`,
		load: (loadArguments) => python`${className}.from_pretrained(${loadArguments})`,
	};
	if (hasTag(model, "diffusers")) return diffusers(model, loader);
	if (hasTag(model, "transformers")) return transformers(model, loader);
	return [
		python`
			${loader.import}

			model = ${loader.load(python`${model.id}`)}
		`,
	];
}

const ON_MAC = code('# On a Mac: device_map="mps"');

/** The device of the model, with 16-bit floats. */
const placed = (id: Code): Code => python`${id}, dtype=torch.bfloat16, device_map="cuda"`;

/** How the pipeline of a task runs. */
interface PipelineRun {
	/** Names to import from `diffusers.utils`. */
	utilities?: Code;
	/** For models that have none. */
	prompt: string;
	run(prompt: string): Code;
}

const DRAWING: PipelineRun = {
	prompt: "An astronaut in a jungle, muted colours, fine detail",
	run: (prompt) => python`
		prompt = ${prompt}
		image = pipe(prompt).images[0]
	`,
};

const GUITAR_PROMPT = "A man plays a red electric guitar in the rain";

/** Samples of the tasks that do not draw an image from a text. */
const SAMPLES: ReadonlyMap<string, PipelineRun> = new Map(
	Object.entries({
		"image-to-image": {
			utilities: code("load_image"),
			prompt: "Turn this cat into a dog",
			run: (prompt) => python`
			prompt = ${prompt}
			input_image = load_image(${CAT})
			image = pipe(image=input_image, prompt=prompt).images[0]
		`,
		},
		"image-to-video": {
			utilities: code("export_to_video, load_image"),
			prompt: GUITAR_PROMPT,
			run: (prompt) => python`
			prompt = ${prompt}
			image = load_image(${MAN_WITH_GUITAR})
			frames = pipe(image=image, prompt=prompt).frames[0]
			export_to_video(frames, "output.mp4")
		`,
		},
		"text-to-video": {
			utilities: code("export_to_video"),
			prompt: GUITAR_PROMPT,
			run: (prompt) => python`
			prompt = ${prompt}
			frames = pipe(prompt=prompt).frames[0]
			export_to_video(frames, "output.mp4")
		`,
		},
	}),
);

function buildRecipe(model: ModelData): DiffusersRecipe {
	const { id, pipeline_tag: task } = model;
	if (hasTag(model, "StableDiffusionInpaintPipeline") || hasTag(model, "StableDiffusionXLInpaintPipeline"))
		return inpaint(id);
	const base = python`${readBaseModel(model)}`;
	if (hasTag(model, "controlnet"))
		return {
			pipeline: "StableDiffusionControlNetPipeline",
			part: { class: "ControlNetModel", load: python`controlnet = ControlNetModel.from_pretrained(${id})` },
			arguments: python`${base}, controlnet=controlnet`,
			blocks: [],
		};
	const pipeline = "DiffusionPipeline";
	const { run, prompt, ...imports } = SAMPLES.get(task ?? "") ?? DRAWING;
	const load = { pipeline, usesTorch: true } as const;
	const sample = { ...load, ...imports, blocks: [run(readPrompt(model, prompt))] };
	if (hasTag(model, "lora"))
		return { ...sample, arguments: placed(base), adapt: python`pipe.load_lora_weights(${id})` };
	if (hasTag(model, "textual_inversion"))
		return { ...load, arguments: placed(base), adapt: python`pipe.load_textual_inversion(${id})`, blocks: [] };
	if (hasTag(model, "FluxFillPipeline")) return fill(id);
	return { ...sample, arguments: placed(python`${id}`) };
}

function inpaint(id: string): DiffusersRecipe {
	return {
		pipeline: "AutoPipelineForInpainting",
		arguments: python`${id}, dtype=torch.float16, variant="fp16", device_map="cuda"`,
		usesTorch: true,
		utilities: code("load_image"),
		blocks: [
			python`
				image = load_image(${INPAINTING}).resize((1024, 1024))
				mask_image = load_image(${INPAINTING_MASK}).resize((1024, 1024))
				prompt = "a fox asleep on a park bench"
				generator = torch.Generator(device="cuda").manual_seed(0)
			`,
			python`
				image = pipe(
				    prompt=prompt,
				    image=image,
				    mask_image=mask_image,
				    guidance_scale=8.0,
				    num_inference_steps=20,
				    strength=0.99,  # below 1.0, so that something of the picture is kept
				    generator=generator,
				).images[0]
			`,
		],
	};
}

function fill(id: string): DiffusersRecipe {
	return {
		pipeline: "FluxFillPipeline",
		arguments: placed(python`${id}`),
		usesTorch: true,
		utilities: code("load_image"),
		blocks: [
			python`
				image = load_image(${CUP})
				mask_image = load_image(${CUP_MASK})
			`,
			python`
				image = pipe(
				    prompt="a blue stripe around the cup",
				    image=image,
				    mask_image=mask_image,
				    height=1632,
				    width=1232,
				    guidance_scale=30,
				    num_inference_steps=50,
				    max_sequence_length=512,
				    generator=torch.Generator("cpu").manual_seed(0),
				).images[0]
				image.save("flux-fill-dev.png")
			`,
		],
	};
}
