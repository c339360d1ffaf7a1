import type { ObjectDetectionOutput } from "modelhub/tasks";
import { useState } from "react";
import { Bars } from "./bars.tsx";
import { useObjectUrl } from "./use-object-url.ts";

/** Objects detected in an image, drawn on it. */
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
						boxes.map(({ label, box }) => (
							<span
								className="box"
								key={Object.values(box).join()}
								title={label}
								style={{
									left: percent(box.xmin, size.width),
									top: percent(box.ymin, size.height),
									width: percent(box.xmax - box.xmin, size.width),
									height: percent(box.ymax - box.ymin, size.height),
								}}
							/>
						))}
				</div>
			)}
			<Bars rows={boxes.map(({ label, score }, index) => ({ label: `${index + 1}. ${label}`, score }))} />
		</>
	);
}
