const DOCUMENTATION_IMAGES = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main";
const DIFFUSERS_IMAGES = "https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main";
const INPAINTING_IMAGES =
	"https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo";

/** URLs of the images that the samples use. */
export const CAT = `${DOCUMENTATION_IMAGES}/diffusers/cat.png`;
export const MAN_WITH_GUITAR = `${DOCUMENTATION_IMAGES}/diffusers/guitar-man.png`;
export const CANDY = `${DOCUMENTATION_IMAGES}/p-blog/candy.JPG`;
export const PARROTS = `${DOCUMENTATION_IMAGES}/hub/parrots.png`;
export const CUP = `${DIFFUSERS_IMAGES}/cup.png`;
export const CUP_MASK = `${DIFFUSERS_IMAGES}/cup_mask.png`;
export const INPAINTING = `${INPAINTING_IMAGES}.png`;
export const INPAINTING_MASK = `${INPAINTING_IMAGES}_mask.png`;
export const COCO_CATS = "http://images.cocodataset.org/val2017/000000039769.jpg";
