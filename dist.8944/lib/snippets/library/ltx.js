import { hasTag, readName } from "../model.js";
import { operand, sh } from "./snippet.js";
function ltx(model) {
  const folder = `models/${readName(model)}`;
  return [INSTALL, download(model.id, folder), ...run(model, folder)];
}
const INSTALL = sh`
	git clone https://github.com/Lightricks/LTX-2.git
	cd LTX-2
	uv sync --frozen
`;
function download(id, folder) {
  return sh`
		hf download --local-dir ${folder} ${operand(id)}
		hf download --local-dir models/gemma-3-12b google/gemma-3-12b-it-qat-q4_0-unquantized
	`;
}
function run(model, folder) {
  if (hasTag(model, "ic-lora")) return [followVideo(folder)];
  if (hasTag(model, "lora")) return [runLora(folder)];
  return [runDistilled(folder), runTwoStages(folder)];
}
function followVideo(folder) {
  return sh`
		# Video from a text and a reference video
		uv run python -m ltx_pipelines.ic_lora \
		  --distilled-checkpoint-path "models/<distilled-checkpoint>.safetensors" \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --video-conditioning reference.mp4 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}
function runLora(folder) {
  return sh`
		# Video from a text; for a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path "models/<checkpoint>.safetensors" \
		  --distilled-lora "models/<distilled-lora>.safetensors" 0.8 \
		  --spatial-upsampler-path "models/<spatial-upsampler>.safetensors" \
		  --gemma-root models/gemma-3-12b \
		  --lora ${`${folder}/<weights>.safetensors`} 1.0 \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}
function runDistilled(folder) {
  return sh`
		# Fast. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.distilled \
		  --distilled-checkpoint-path ${`${folder}/<distilled-checkpoint>.safetensors`} \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}
function runTwoStages(folder) {
  return sh`
		# Finer. For a video from an image add --image path/to/image.jpg 0 0.8
		uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
		  --checkpoint-path ${`${folder}/<checkpoint>.safetensors`} \
		  --distilled-lora ${`${folder}/<distilled-lora>.safetensors`} 0.8 \
		  --spatial-upsampler-path ${`${folder}/<spatial-upsampler>.safetensors`} \
		  --gemma-root models/gemma-3-12b \
		  --prompt "A wooden train crosses a bridge of books" \
		  --output-path output.mp4
	`;
}
export {
  ltx
};
