/** The longer side of the thumbnail made of every picture that is read. No larger than what is decoded anyway. */
export const previewSide = 192
/** The longer side of the thumbnail for models, which pay for each pixel. */
export const chatSide = 384
/** The longer side of the thumbnail for walls of pictures: sharp with two pixels per CSS pixel. */
export const mediumSide = 512
/** The longer side of the thumbnail made for a close-up view. */
export const largeSide = 1024
/** The longer side of the picture that clients see in the whole window. */
export const windowSide = 2048
