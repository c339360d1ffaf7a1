/** Whether an event brings a part of the answer; the first ones of a chat may only name the role. */
export declare function hasToken(event: unknown): boolean;
