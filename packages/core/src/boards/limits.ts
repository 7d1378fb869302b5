export const boardsPerProfileMax = 100
/** As many as a share shows. */
export const picturesPerBoardMax = 200
export const captionCharactersMax = 500
/** Pictures of a board that a list of boards has. */
export const coverPicturesMax = 4
