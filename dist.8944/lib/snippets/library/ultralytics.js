import { readTags } from "../model.js";
import { COCO_CATS } from "./media.js";
import { code, lines, python } from "./snippet.js";
function ultralytics(model) {
  const version = readTags(model).map((tag) => /^yolov(\d+)$/.exec(tag)?.[1]).find((digits) => digits !== void 0);
  const className = code(`YOLOv${version ?? "XX"}`);
  const hint = python`
		# No tag of the model tells its version of YOLO.
		# Put the version in the place of XX.
	`;
  return [
    python`${lines(
      version === void 0 ? hint : void 0,
      python`
				from ultralytics import ${className}

				model = ${className}.from_pretrained(${model.id})
				model.predict(source=${COCO_CATS}, save=True)
			`
    )}`
  ];
}
export {
  ultralytics
};
