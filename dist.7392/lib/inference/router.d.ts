/** Address of the router. */
export declare const ROUTER_URL = "https://router.huggingface.co";
/** Not a provider but a policy: the router chooses. */
export declare const AUTO = "auto";
