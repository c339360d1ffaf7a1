import type { ModelData } from "../../catalogue/index.ts";
import { type Code, code, python, type Snippet } from "./snippet.ts";

interface Size {
	encoder: string;
	features: Code;
	channels: Code;
}

const SIZES: ReadonlyMap<string, Size> = new Map([
	["Small", { encoder: "vits", features: code("64"), channels: code("[48, 96, 192, 384]") }],
	["Base", { encoder: "vitb", features: code("128"), channels: code("[96, 192, 384, 768]") }],
	["Large", { encoder: "vitl", features: code("256"), channels: code("[256, 512, 1024, 1024]") }],
]);

/** To be filled in by the reader; quoted, so that the code parses before that. */
const UNKNOWN_SIZE: Size = {
	encoder: "<ENCODER>",
	features: code('"<NUMBER_OF_FEATURES>"'),
	channels: code('"<OUT_CHANNELS>"'),
};

const OFFICIAL = "depth-anything/Depth-Anything-V2-";

export function depthAnythingV2({ id }: ModelData): Snippet {
	const known = id.startsWith(OFFICIAL) ? SIZES.get(id.slice(OFFICIAL.length)) : undefined;
	const { encoder, features, channels } = known ?? UNKNOWN_SIZE;
	return python`
		# First install the code from https://github.com/DepthAnything/Depth-Anything-V2
		import cv2
		import torch
		from depth_anything_v2.dpt import DepthAnythingV2
		from huggingface_hub import hf_hub_download

		model = DepthAnythingV2(encoder=${encoder}, features=${features}, out_channels=${channels})

		weights_path = hf_hub_download(
		    repo_id=${id},
		    filename=${`depth_anything_v2_${encoder}.pth`},
		    repo_type="model",
		)
		model.load_state_dict(torch.load(weights_path, map_location="cpu"))
		model.eval()

		image = cv2.imread("path/to/image.jpg")
		depth = model.infer_image(image)  # height x width
	`;
}
