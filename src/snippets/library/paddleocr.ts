import type { ModelData } from "../../catalogue/index.ts";
import { hasTag, readName, readTags } from "../model.ts";
import { code, python, type Snippet } from "./snippet.ts";

/** Tag → class of PaddleOCR. */
const CLASSES: ReadonlyMap<string, string> = new Map([
	["textline_detection", "TextDetection"],
	["textline_recognition", "TextRecognition"],
	["seal_text_detection", "SealTextDetection"],
	["doc_img_unwarping", "TextImageUnwarping"],
	["doc_img_orientation_classification", "DocImgOrientationClassification"],
	["textline_orientation_classification", "TextLineOrientationClassification"],
	["chart_parsing", "ChartParsing"],
	["formula_recognition", "FormulaRecognition"],
	["layout_detection", "LayoutDetection"],
	["table_cells_detection", "TableCellsDetection"],
	["wired_table_classification", "TableClassification"],
	["table_structure_recognition", "TableStructureRecognition"],
]);

const INSTALL = code(
	"# 1. Install paddlepaddle: https://www.paddlepaddle.org.cn/en/install\n# 2. pip install paddleocr",
);

export function paddleOcr(model: ModelData): Snippet {
	if (hasTag(model, "doc_vlm")) return askDocument(model);
	if (hasTag(model, "document-parse")) return parseDocument(model);
	const className = readTags(model)
		.map((tag) => CLASSES.get(tag))
		.find((name) => name !== undefined);
	return className ? predict(model, className) : SEE_OVERVIEW;
}

const SEE_OVERVIEW = python`
	# How to use this model is told in the overview of modules:
	# https://paddlepaddle.github.io/PaddleOCR/latest/en/version3.x/module_usage/module_overview.html
`;

function askDocument(model: ModelData): Snippet {
	return python`
		${INSTALL}
		from paddleocr import DocVLM

		model = DocVLM(model_name=${readName(model)})
		output = model.predict(
		    input={"image": "path/to/image.png", "query": "Show this table as Markdown."},
		    batch_size=1,
		)
		for res in output:
		    res.print()
		    res.save_to_json(save_path="./output/res.json")
	`;
}

function parseDocument({ id }: ModelData): Snippet {
	return python`
		# https://www.paddleocr.ai/latest/version3.x/pipeline_usage/PaddleOCR-VL.html
		${INSTALL}
		from paddleocr import PaddleOCRVL

		pipeline = PaddleOCRVL(pipeline_version=${findPipelineVersion(id)})
		output = pipeline.predict("path/to/document.png")
		for res in output:
		    res.print()
		    res.save_to_json(save_path="output")
		    res.save_to_markdown(save_path="output")
	`;
}

/** The official models carry the version of their pipeline behind the name. */
function findPipelineVersion(id: string): string {
	const version = /^PaddlePaddle\/PaddleOCR-VL-(.+)$/s.exec(id)?.[1];
	return `v${version ?? 1}`;
}

function predict(model: ModelData, className: string): Snippet {
	return python`
		${INSTALL}
		from paddleocr import ${code(className)}

		model = ${code(className)}(model_name=${readName(model)})
		output = model.predict(input="path/to/image.png", batch_size=1)
		for res in output:
		    res.print()
		    res.save_to_img(save_path="./output/")
		    res.save_to_json(save_path="./output/res.json")
	`;
}
