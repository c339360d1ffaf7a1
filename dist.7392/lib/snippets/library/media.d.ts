/** URLs of the images that the samples use. */
export declare const CAT = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/cat.png";
export declare const MAN_WITH_GUITAR = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/guitar-man.png";
export declare const CANDY = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/p-blog/candy.JPG";
export declare const PARROTS = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/hub/parrots.png";
export declare const CUP = "https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main/cup.png";
export declare const CUP_MASK = "https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main/cup_mask.png";
export declare const INPAINTING = "https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo.png";
export declare const INPAINTING_MASK = "https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo_mask.png";
export declare const COCO_CATS = "http://images.cocodataset.org/val2017/000000039769.jpg";
