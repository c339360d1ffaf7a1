/** URL of Hugging Face. */
export const HUB_URL = "https://huggingface.co";
