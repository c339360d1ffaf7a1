/** Draws an invoice on white paper; the file says what is printed on it. */
export declare function drawInvoice(): Promise<Uint8Array<ArrayBuffer>>;
