/** What ends the work for a client that has gone. */
export declare function clientLeft(): DOMException;
