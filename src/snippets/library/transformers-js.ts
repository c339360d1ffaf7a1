import type { ModelData } from "../../catalogue/index.ts";
import { js, type Snippet } from "./snippet.ts";

export function transformersJs({ id, pipeline_tag: task }: ModelData): Snippet {
	if (!task) return js`// ⚠️ Unknown pipeline tag`;
	return js`
		// npm i @huggingface/transformers
		import { pipeline } from "@huggingface/transformers";

		const pipe = await pipeline(${task}, ${id});
	`;
}
