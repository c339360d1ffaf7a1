import type { ObjectDetectionOutput } from "modelhub/tasks";
import { useState } from "react";
import { Bars } from "./bars.tsx";
import { colorClass } from "./color-class.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** Objects detected in an image, drawn on it: a color and a label for each. */
export function Boxes({ file, boxes }: { file: Blob | undefined; boxes: ObjectDetectionOutput }) {
	const url = useObjectUrl(file);
	const [size, setSize] = useState<{ width: number; height: number }>();
	const percent = (value: number, whole: number) => `${(value / whole) * 100}%`;
	return (
		<>
			{url && (
				<div className="boxes">
					<img
						src={url}
						alt="The input with detected objects"
						onLoad={({ currentTarget: image }) => setSize({ width: image.naturalWidth, height: image.naturalHeight })}
					/>
					{size &&
						boxes.map(({ label, box }, index) => (
							<span
								className={`box ${colorClass(index)}`}
								key={Object.values(box).join()}
								style={{
									left: percent(box.xmin, size.width),
									top: percent(box.ymin, size.height),
									width: percent(box.xmax - box.xmin, size.width),
									height: percent(box.ymax - box.ymin, size.height),
								}}
							>
								<span className={box.ymin < size.height / 12 ? "box-label inside" : "box-label"}>{label}</span>
							</span>
						))}
				</div>
			)}
			<Bars isColored rows={boxes.map(({ label, score }) => ({ label, score }))} />
		</>
	);
}
