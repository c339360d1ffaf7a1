import type { ImageSegmentationOutput } from "modelhub/tasks";
import { colorClass } from "./color-class.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** The parts of an image, each as a color over it. */
export function Masks({ file, masks }: { file: Blob | undefined; masks: ImageSegmentationOutput }) {
	const url = useObjectUrl(file);
	return (
		<>
			{url && (
				<div className="boxes">
					<img src={url} alt="The input with its parts in colors" />
					{masks.map(({ label, mask }, index) => (
						<span
							className={`part ${colorClass(index)}`}
							key={label + mask}
							style={{ maskImage: `url(data:image/png;base64,${mask})` }}
						/>
					))}
				</div>
			)}
			<ul className="part-names">
				{masks.map(({ label, score, mask }, index) => (
					<li key={label + mask} className={colorClass(index)}>
						{label}
						{typeof score === "number" && <small>{score.toFixed(2)}</small>}
					</li>
				))}
			</ul>
		</>
	);
}
