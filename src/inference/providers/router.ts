/** URL of the router. */
export const ROUTER_URL = "https://router.huggingface.co";

/** Not a provider but a policy: the router chooses one. */
export const AUTO = "auto";
