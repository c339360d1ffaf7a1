import { python } from "./snippet.js";
function perceptionEncoder({ id }) {
  const asEncoder = python`
		# As a vision encoder
		import core.vision_encoder.pe as pe

		model = pe.VisionTransformer.from_config(${id}, pretrained=True)
	`;
  if (!id.includes("Core")) return [asEncoder];
  const asClip = python`
		# As a CLIP model
		import core.vision_encoder.pe as pe

		model = pe.CLIP.from_config(${id}, pretrained=True)
	`;
  return [asClip, asEncoder];
}
export {
  perceptionEncoder
};
