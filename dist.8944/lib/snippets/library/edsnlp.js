import { readName } from "../model.js";
import { encodePath } from "../quote.js";
import { isPythonName } from "./python-names.js";
import { code, python } from "./snippet.js";
function edsnlp(model) {
  const name = readName(model).replaceAll("-", "_");
  const install = code(`# pip install git+https://huggingface.co/${encodePath(model.id)}`);
  return [
    python`
			import edsnlp

			nlp = edsnlp.load(${model.id})
		`.named("load"),
    (isPythonName(name) ? python`
				# Install the model as a package first:
				${install}

				import ${code(name)}

				nlp = ${code(name)}.load()  # edsnlp.load(${name}) does the same
			` : python`
				# Install the model as a package first:
				${install}

				import edsnlp

				nlp = edsnlp.load(${name})
			`).named("package")
  ];
}
export {
  edsnlp
};
