import type { ModelData } from "../../catalogue/index.ts";
import { readTags } from "../model.ts";
import { COCO_CATS } from "./media.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";

export function ultralytics(model: ModelData): Snippet {
	const version = readTags(model)
		.map((tag) => /^yolov(\d+)$/.exec(tag)?.[1])
		.find((digits) => digits !== undefined);
	const className = code(`YOLOv${version ?? "XX"}`);
	const hint = python`
		# No tag of the model tells its version of YOLO.
		# Put the version in the place of XX.
	`;
	return python`${lines(
		version === undefined ? hint : undefined,
		python`
			from ultralytics import ${className}

			model = ${className}.from_pretrained(${model.id})
			model.predict(source=${COCO_CATS}, save=True)
		`,
	)}`;
}
