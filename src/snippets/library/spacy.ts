import type { ModelData } from "../../catalogue/index.ts";
import { readName } from "../model.ts";
import { encodePath } from "../quote.ts";
import { isPythonName } from "./python-names.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";

export function spacy(model: ModelData): Snippet {
	const name = readName(model);
	const wheel = `${encodePath(model.id)}/resolve/main/${encodePath(name)}-any-py3-none-any.whl`;
	const load = python`
		# Install the model first:
		${code(`# pip install https://huggingface.co/${wheel}`)}

		import spacy

		nlp = spacy.load(${name})
	`;
	if (!isPythonName(name)) return load;

	const loadModule = python`

		# The same as a module
		import ${code(name)}

		nlp = ${code(name)}.load()
	`;
	return python`${lines(load, loadModule)}`;
}
