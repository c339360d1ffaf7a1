import { useState } from "react";
import { Bars } from "./bars.jsx";
import { useObjectUrl } from "./use-object-url.js";

/** Objects detected in an image, drawn on it. */
export function Boxes({ file, boxes }) {
	const url = useObjectUrl(file);
	const [size, setSize] = useState();
	const percent = (value, whole) => `${(value / whole) * 100}%`;
	return (
		<>
			{url && (
				<div className="boxes">
					<img
						src={url}
						alt="The input with detected objects"
						onLoad={({ target }) => setSize({ width: target.naturalWidth, height: target.naturalHeight })}
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
