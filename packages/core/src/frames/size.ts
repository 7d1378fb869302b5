/** Size limit for a picture that is stored, fetched or sent. */
export const frameBytesMax = 10 * 1024 * 1024
