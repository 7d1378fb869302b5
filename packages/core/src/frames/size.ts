import { mebibyte } from '../generic/bytes.ts'

/** Size limit for a picture that is fetched from its URL, or sent as data. */
export const frameBytesMax = 10 * mebibyte
/** Size limit for a picture that is uploaded to the library. Cameras make files of this size. */
export const uploadBytesMax = 32 * mebibyte
