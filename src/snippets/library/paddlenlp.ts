import type { ModelData } from "../../catalogue/index.ts";
import { findImportName, readClassName } from "./python-names.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";

export function paddlenlp({ id, config }: ModelData): Snippet {
	const architecture = readClassName(config?.architectures?.[0]);
	const className = architecture ?? "AutoModel";
	return python`${lines(
		architecture ? undefined : python`# ⚠️ Type of model unknown`,
		python`
			from paddlenlp.transformers import AutoTokenizer, ${code(findImportName(className))}

			tokenizer = AutoTokenizer.from_pretrained(${id}, from_hf_hub=True)
			model = ${code(className)}.from_pretrained(${id}, from_hf_hub=True)
		`,
	)}`;
}
