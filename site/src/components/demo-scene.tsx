import type { SceneLook, SceneOverlay } from "../samples/demos.ts";

type Part = "sky" | "sun" | "far" | "near" | "house" | "roof" | "door" | "window" | "trunk" | "crown" | "cat";

interface Box {
	label: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

interface Props {
	look?: SceneLook | undefined;
	overlay?: SceneOverlay | undefined;
	label: string;
}

/** Colors of the parts of the scene, by look. */
const LOOKS: Record<SceneLook, Record<Part, string>> = {
	photo: {
		...{ sky: "#bfe0f5", sun: "#fbd25a", far: "#8fb58a", near: "#5f9460", house: "#f4ead9", roof: "#b4533c" },
		...{ door: "#7a4a2f", window: "#6fa3c7", trunk: "#7a5233", crown: "#3f7a4c", cat: "#4a4a55" },
	},
	dusk: {
		...{ sky: "#3a3f6b", sun: "#e8865a", far: "#3c4a5e", near: "#2c3a47", house: "#8f7f86", roof: "#5a3140" },
		...{ door: "#3b2a2b", window: "#ffd27a", trunk: "#33272b", crown: "#24404a", cat: "#191a24" },
	},
	pastel: {
		...{ sky: "#fbe3ef", sun: "#fff3c4", far: "#e6eefc", near: "#f6f9ff", house: "#f9d8c9", roof: "#c9a7d6" },
		...{ door: "#a98bb8", window: "#fff6d8", trunk: "#cdb4a0", crown: "#bfe0cf", cat: "#8d86a8" },
	},
	/** A color for each kind of object. */
	classes: {
		...{ sky: "#4e79a7", sun: "#4e79a7", far: "#59a14f", near: "#59a14f", house: "#e15759", roof: "#e15759" },
		...{ door: "#e15759", window: "#e15759", trunk: "#edc948", crown: "#edc948", cat: "#b07aa1" },
	},
	/** A color for each part. */
	parts: {
		...{ sky: "#4e79a7", sun: "#f28e2b", far: "#76b7b2", near: "#59a14f", house: "#ff9da7", roof: "#e15759" },
		...{ door: "#9c755f", window: "#bab0ac", trunk: "#8c564b", crown: "#edc948", cat: "#b07aa1" },
	},
	/** The nearer, the brighter. */
	depth: {
		...{ sky: "#101010", sun: "#101010", far: "#3c3c3c", near: "#8f8f8f", house: "#a8a8a8", roof: "#a8a8a8" },
		...{ door: "#a8a8a8", window: "#a8a8a8", trunk: "#c4c4c4", crown: "#c4c4c4", cat: "#f2f2f2" },
	},
};

const CAT = { label: "cat", x: 226, y: 128, width: 60, height: 62 };
const BOXES = [
	{ label: "house", x: 56, y: 66, width: 88, height: 96 },
	{ label: "tree", x: 168, y: 58, width: 52, height: 104 },
	CAT,
];
const OVERLAYS: Partial<Record<SceneOverlay, Box[]>> = {
	boxes: BOXES,
	cat: [CAT],
};

/** Ears, eyes, chest, tail: pairs that belong together follow each other. */
const KEYPOINTS = ["240,132 264,132", "246,146 258,146", "252,158 252,184", "266,180 282,160"];

/** Our own image, in place of demo images that are stored on Hugging Face. */
export function DemoScene({ look = "photo", overlay, label }: Props) {
	const color = LOOKS[look];
	return (
		<svg className="demo-scene" viewBox="0 0 320 200" role="img" aria-label={label}>
			<rect width="320" height="200" fill={color.sky} />
			<circle cx="262" cy="42" r="20" fill={color.sun} />
			<path d="M0 120 Q70 76 150 112 T320 96 V200 H0Z" fill={color.far} />
			<path d="M0 152 Q90 128 190 150 T320 146 V200 H0Z" fill={color.near} />
			<rect x="66" y="104" width="68" height="56" fill={color.house} />
			<path d="M56 106 L100 68 L144 106Z" fill={color.roof} />
			<rect x="92" y="128" width="18" height="32" fill={color.door} />
			<rect x="72" y="114" width="14" height="14" fill={color.window} />
			<rect x="116" y="114" width="14" height="14" fill={color.window} />
			<rect x="190" y="118" width="8" height="42" fill={color.trunk} />
			<ellipse cx="194" cy="92" rx="24" ry="32" fill={color.crown} />
			<path
				d="M238 150 L240 132 L248 140 H256 L264 132 L266 150 Q278 176 268 188 H236 Q226 176 238 150Z"
				fill={color.cat}
			/>
			<path d="M266 184 Q284 186 282 160" fill="none" stroke={color.cat} strokeWidth="6" strokeLinecap="round" />
			{(overlay ? OVERLAYS[overlay] : undefined)?.map((box) => (
				<g key={box.label}>
					<rect {...boxOf(box)} fill="none" stroke="#e0245e" strokeWidth="2" />
					<text x={box.x + 3} y={box.y - 4} fontSize="11" fontWeight="600" fill="#a3103f">
						{box.label}
					</text>
				</g>
			))}
			{overlay === "keypoints" &&
				KEYPOINTS.map((points) => (
					<g key={points} fill="#ffd400" stroke="#ffd400">
						<polyline points={points} fill="none" strokeWidth="1.5" />
						{points.split(" ").map((point) => (
							<circle key={point} cx={point.split(",")[0]} cy={point.split(",")[1]} r="3" />
						))}
					</g>
				))}
		</svg>
	);
}

function boxOf({ x, y, width, height }: Box) {
	return { x, y, width, height };
}
