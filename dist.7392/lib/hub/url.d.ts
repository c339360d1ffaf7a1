/** Address of the hub. */
export declare const HUB_URL = "https://huggingface.co";
