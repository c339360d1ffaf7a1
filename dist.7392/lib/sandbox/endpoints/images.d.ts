import type { IncomingCall } from "../types.ts";
/** Image generation as OpenAI defined it; Together's also takes an image to change. */
export declare function answerImages(incoming: IncomingCall): Promise<Response>;
/** Changes an image as OpenAI defined it: a form with `image` (or several `image[]`; the first is changed) and `prompt`. */
export declare function answerImageEdit(incoming: IncomingCall): Promise<Response>;
/** Image generation in Hyperbolic's form. */
export declare function answerHyperbolicImages(incoming: IncomingCall): Promise<Response>;
/** DeepInfra's own form: `v1/inference/MODEL`. */
export declare function answerDeepinfraImages(incoming: IncomingCall): Promise<Response>;
/** Fireworks' own form: the image itself is the response. */
export declare function answerFireworksImage(incoming: IncomingCall): Promise<Response>;
