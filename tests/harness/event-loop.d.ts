/** The number of event-loop iterations during the work: other requests can be served in each of them. */
export declare function turnsDuring(work: () => Promise<unknown>): Promise<number>;
/**
 * The most processor time that this thread uses between two event-loop iterations during the work, which is how long
 * others wait. Not wall-clock time, which depends on the machine's load.
 */
export declare function longestHoldMs(work: () => Promise<unknown>): Promise<number>;
/** `longestHoldMs` as a part of the processor time that this thread uses for the work. */
export declare function longestHoldShare(work: () => Promise<unknown>): Promise<number>;
/** Like `longestHoldMs`, but the average of all iterations, which a single pause of the garbage collector hardly changes. */
export declare function averageHoldMs(work: () => Promise<unknown>): Promise<number>;
