/** Generates an image of what a description names; a PNG holds the description as well. */
export declare function drawSample(description: string, width: number, height: number, format: "jpeg" | "png"): Promise<Uint8Array<ArrayBuffer>>;
/** Draws a white disc on black. */
export declare function drawMask(): Promise<Uint8Array<ArrayBuffer>>;
