const HUB_URL = "https://huggingface.co";
export {
  HUB_URL
};
