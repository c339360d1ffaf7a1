import type { ModelData } from "../../catalogue/index.ts";
import { UNKNOWN_BASE_MODEL } from "../model.ts";
import { python, type Snippet } from "./snippet.ts";

export function adapterTransformers({ id, config }: ModelData): Snippet {
	const base = config?.adapter_transformers?.model_name || UNKNOWN_BASE_MODEL;
	return python`
		from adapters import AutoAdapterModel

		model = AutoAdapterModel.from_pretrained(${base})
		model.load_adapter(${id}, set_active=True)
	`;
}
