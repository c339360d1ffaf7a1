const ROUTER_URL = "https://router.huggingface.co";
const AUTO = "auto";
export {
  AUTO,
  ROUTER_URL
};
