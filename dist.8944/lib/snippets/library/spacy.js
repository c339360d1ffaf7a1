import { readName } from "../model.js";
import { encodePath } from "../quote.js";
import { isPythonName } from "./python-names.js";
import { code, lines, python } from "./snippet.js";
function spacy(model) {
  const name = readName(model);
  const wheel = `${encodePath(model.id)}/resolve/main/${encodePath(name)}-any-py3-none-any.whl`;
  const load = python`
		# Install the model first:
		${code(`# pip install https://huggingface.co/${wheel}`)}

		import spacy

		nlp = spacy.load(${name})
	`;
  if (!isPythonName(name)) return [load];
  const loadModule = python`

		# The same as a module
		import ${code(name)}

		nlp = ${code(name)}.load()
	`;
  return [python`${lines(load, loadModule)}`];
}
export {
  spacy
};
