export type SceneLook = "photo" | "dusk" | "pastel" | "classes" | "parts" | "depth";
export type SceneOverlay = "boxes" | "cat" | "keypoints";

/**
 * The content of demos in place of files stored on Hugging Face: pages request nothing from other hosts. By task, for inputs and
 * outputs: `look` and `overlay` of our own picture (see `demo-scene.tsx`), or the name of a `sample` of the sandbox.
 * Images that are not listed are the picture as it is, recordings are speech.
 */
export interface StandIn {
	sample?: string;
	look?: SceneLook;
	overlay?: SceneOverlay;
}

const CAT = { sample: "cat.png" };
const VIDEO = { sample: "clip.mp4" };

export const STAND_INS: Record<string, { input?: StandIn; output?: StandIn }> = {
	"audio-classification": { input: { sample: "music.wav" } },
	"depth-estimation": { output: { look: "depth" } },
	"document-question-answering": { input: { sample: "invoice.png" } },
	"image-classification": { input: CAT },
	"image-segmentation": { output: { look: "classes" } },
	"image-text-to-image": { output: { look: "dusk" } },
	"image-text-to-video": { output: VIDEO },
	"image-to-image": { output: { look: "pastel" } },
	"image-to-video": { output: VIDEO },
	"keypoint-detection": { output: { overlay: "keypoints" } },
	"mask-generation": { output: { look: "parts" } },
	"object-detection": { output: { overlay: "boxes" } },
	"text-to-image": { output: { look: "pastel" } },
	"text-to-video": { output: VIDEO },
	"video-classification": { input: VIDEO },
	"video-text-to-text": { input: VIDEO },
	"video-to-video": { input: VIDEO, output: VIDEO },
	"visual-document-retrieval": { input: { sample: "invoice.png" } },
	"zero-shot-image-classification": { input: CAT },
	"zero-shot-object-detection": { output: { overlay: "cat" } },
};

/** Returns the stand-in for a file of a demo. @param type `img` or `audio`; @param side `input` or `output` */
export function findStandIn(task: string, type: string, side: "input" | "output"): StandIn {
	return STAND_INS[task]?.[side] ?? (type === "audio" ? { sample: "speech.wav" } : { look: "photo" });
}
