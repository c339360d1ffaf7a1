import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { buildDiffusersRecipe } from "./diffusers.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";
import { type Loader, loadTransformers } from "./transformers.ts";

export function prunaAi(model: ModelData): Snippet | Snippet[] {
	const loader = hasTag(model, "pruna_pro-ai")
		? createLoader("pruna_pro", "PrunaProModel")
		: createLoader("pruna", "PrunaModel");
	if (hasTag(model, "diffusers")) return loadDiffusers(model, loader);
	if (hasTag(model, "transformers")) return loadTransformers(model, loader);
	return python`
		${loader.import}

		model = ${loader.load(python`${model.id}`)}
	`;
}

function createLoader(module: string, className: string): Loader {
	return {
		import: python`from ${code(module)} import ${code(className)}`,
		load: (loadArguments) => python`${code(className)}.from_pretrained(${loadArguments})`,
	};
}

function loadDiffusers(model: ModelData, loader: Loader): Snippet {
	const recipe = buildDiffusersRecipe(model);
	const all = lines(
		loader.import,
		recipe.usesTorch && python`import torch`,
		recipe.part && python`from diffusers import ${code(recipe.part.class)}`,
		recipe.utilities && python`from diffusers.utils import ${recipe.utilities}`,
		recipe.part?.load,
		python`pipe = ${loader.load(recipe.arguments)}`,
		recipe.adapt,
		...recipe.blocks,
	);
	return python`${all}`;
}
