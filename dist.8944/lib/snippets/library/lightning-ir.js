import { hasTag } from "../model.js";
import { code, python } from "./snippet.js";
function lightningIr(model) {
  if (hasTag(model, "bi-encoder")) return [score("BiEncoderModule", loadAs("BiEncoderModule", model))];
  if (hasTag(model, "cross-encoder")) return [score("CrossEncoderModule", loadAs("CrossEncoderModule", model))];
  return [
    score(
      "BiEncoderModule, CrossEncoderModule",
      python`
				# One of the two, the record does not tell which
				${loadAs("BiEncoderModule", model)}
				# ${loadAs("CrossEncoderModule", model)}
			`
    )
  ];
}
function loadAs(className, { id }) {
  return python`model = ${code(className)}(${id})`;
}
function score(imports, load) {
  return python`
		# First install the code from https://github.com/webis-de/lightning-ir
		from lightning_ir import ${code(imports)}

		${load}
		output = model.score("query", ["doc1", "doc2", "doc3"])
	`;
}
export {
  lightningIr
};
