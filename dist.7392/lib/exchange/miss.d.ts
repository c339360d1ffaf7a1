import { InferenceClientInputError } from "../errors.ts";
import type { CanonicalRequest } from "./canonical.ts";
import type { Difference } from "./difference.ts";
/** A request that was not recorded; nothing was sent. */
export declare class ReplayMissError extends InferenceClientInputError {
    /** The recording that is most like the request, and the first field in which the two differ. */
    readonly nearest: ({
        recording: string;
    } & Difference) | undefined;
    /** @param place name of the store */
    constructor(requested: CanonicalRequest, place: string, nearest: ({
        recording: string;
    } & Difference) | undefined);
}
