/** The longer side of the thumbnail that is made of every picture that is read: no more than what is decoded anyway. */
export const previewSide = 192
