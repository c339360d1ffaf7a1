const DOCUMENTATION_IMAGES = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main";
const DIFFUSERS_IMAGES = "https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main";
const INPAINTING_IMAGES = "https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo";
const CAT = `${DOCUMENTATION_IMAGES}/diffusers/cat.png`;
const MAN_WITH_GUITAR = `${DOCUMENTATION_IMAGES}/diffusers/guitar-man.png`;
const CANDY = `${DOCUMENTATION_IMAGES}/p-blog/candy.JPG`;
const PARROTS = `${DOCUMENTATION_IMAGES}/hub/parrots.png`;
const CUP = `${DIFFUSERS_IMAGES}/cup.png`;
const CUP_MASK = `${DIFFUSERS_IMAGES}/cup_mask.png`;
const INPAINTING = `${INPAINTING_IMAGES}.png`;
const INPAINTING_MASK = `${INPAINTING_IMAGES}_mask.png`;
const COCO_CATS = "http://images.cocodataset.org/val2017/000000039769.jpg";
export {
  CANDY,
  CAT,
  COCO_CATS,
  CUP,
  CUP_MASK,
  INPAINTING,
  INPAINTING_MASK,
  MAN_WITH_GUITAR,
  PARROTS
};
