/** A picture that is kept, fetched or sent has at most this many bytes. */
export const frameBytesMax = 10 * 1024 * 1024
