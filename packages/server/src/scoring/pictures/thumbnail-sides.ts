/** The longer side of the thumbnail that is made of every picture that is read: no more than what is decoded anyway. */
export const previewSide = 192
/** The longer side of the thumbnail that is made when somebody looks at one picture closely. */
export const largeSide = 1024
