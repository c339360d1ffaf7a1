import type { Call, TaskAdapter } from "../../types.ts";
/** How a task of fal.ai takes its image. */
export interface ImageInput extends Pick<TaskAdapter, "payload" | "copies"> {
    encode: NonNullable<TaskAdapter["encode"]>;
    /** Path of the model on direct calls, where it is not the model's id. */
    path?: (call: Call) => string;
}
/** The image alone and as a list: models differ in which they read. */
export declare const imageLists: ImageInput;
/** The image alone; an `image_url` of the caller's takes its place. */
export declare const imageUrl: ImageInput;
/** For tasks that can do without an image: then the model is called under its parent's path. */
export declare function orNone({ encode, payload, ...input }: ImageInput): ImageInput;
/** Returns the weights of an adapter, which the service fetches from the hub. */
export declare function lora({ mapping }: Call): object;
/** Returns the base model, which one model needs beside the weights. */
export declare function sdxlBase(call: Call): object;
