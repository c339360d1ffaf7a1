import type { ModelData } from "../../catalogue/index.ts";
import { readName } from "../model.ts";
import { encodePath } from "../quote.ts";
import { isPythonName } from "./python-names.ts";
import { code, python, type Snippet } from "./snippet.ts";

export function edsnlp(model: ModelData): Snippet[] {
	const name = readName(model).replaceAll("-", "_");
	const install = code(`# pip install git+https://huggingface.co/${encodePath(model.id)}`);
	return [
		python`
			import edsnlp

			nlp = edsnlp.load(${model.id})
		`.named("load"),
		(isPythonName(name)
			? python`
				# Install the model as a package first:
				${install}

				import ${code(name)}

				nlp = ${code(name)}.load()  # edsnlp.load(${name}) does the same
			`
			: python`
				# Install the model as a package first:
				${install}

				import edsnlp

				nlp = edsnlp.load(${name})
			`
		).named("package"),
	];
}
