import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { buildDiffusersRecipe } from "./diffusers.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";
import { type Loader, transformers } from "./transformers.ts";

export function prunaAi(model: ModelData): Snippet | Snippet[] {
	const isPro = hasTag(model, "pruna_pro-ai");
	const className = code(isPro ? "PrunaProModel" : "PrunaModel");
	const loader: Loader = {
		import: python`from ${code(isPro ? "pruna_pro" : "pruna")} import ${className}`,
		load: (loadArguments) => python`${className}.from_pretrained(${loadArguments})`,
	};
	if (hasTag(model, "diffusers")) return loadDiffusers(model, loader);
	if (hasTag(model, "transformers")) return transformers(model, loader);
	return python`
		${loader.import}

		model = ${loader.load(python`${model.id}`)}
	`;
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
