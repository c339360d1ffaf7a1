import { hasTag } from "../model.js";
import { python } from "./snippet.js";
function diffusionkit(model) {
  const isFlux = hasTag(model, "flux");
  return [
    isFlux ? loadFlux(model.id) : loadStableDiffusion(model.id),
    python`
			HEIGHT = 512
			WIDTH = 512
			NUM_STEPS = ${isFlux ? 4 : 50}
			CFG_WEIGHT = ${isFlux ? 0 : 5}

			image, _ = pipeline.generate_image(
			    "a fishing village in the first light of day",
			    cfg_weight=CFG_WEIGHT,
			    num_steps=NUM_STEPS,
			    latent_size=(HEIGHT // 8, WIDTH // 8),
			)
		`
  ];
}
function loadFlux(id) {
  return python`
		from diffusionkit.mlx import FluxPipeline

		pipeline = FluxPipeline(
		    shift=1.0,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`;
}
function loadStableDiffusion(id) {
  return python`
		from diffusionkit.mlx import DiffusionPipeline

		pipeline = DiffusionPipeline(
		    shift=3.0,
		    use_t5=False,
		    model_version=${id},
		    low_memory_mode=True,
		    a16=True,
		    w16=True,
		)
	`;
}
export {
  diffusionkit
};
