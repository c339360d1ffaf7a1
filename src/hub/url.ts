/** URL of the hub. */
export const HUB_URL = "https://huggingface.co";
