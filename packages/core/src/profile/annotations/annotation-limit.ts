/** The most elements that one request may add, across all kinds. */
export const annotationsPerRequestMax = 1000
