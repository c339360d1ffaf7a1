import { Lane, type Queue } from "./lane.ts";
/** One lane per service, model and task. */
export declare class Lanes {
    readonly queue: Queue;
    private readonly lanes;
    private readonly now;
    constructor(limit: number, now: () => number);
    get(name: string): Lane;
    private forgetIdle;
}
