export const shareDaysDefault = 14
/** Scored pictures are remembered for as long. */
export const shareDaysMax = 90
/** Active shares of a profile. */
export const sharesPerProfileMax = 100
export const picturesPerShareMax = 200
export const answersPerShareMax = 2000
/** How often visitors can send the form of one share. */
export const submissionsPerMinuteMax = 10
export const reviewersPerShareMax = 50
/** Decisions and comments of one reviewer that are saved one by one. */
export const answersPerReviewerMax = 400
/** How often the script of the page can save something, for one reviewer and for all of a share. */
export const reviewsPerReviewerPerMinuteMax = 120
export const reviewsPerMinuteMax = 600
export const commentCharactersMax = 1000
export const lineBreaksPerCommentMax = 50
/** The comments of a share, in UTF-8. */
export const commentBytesPerShareMax = 512 * 1024
export const authorCharactersMax = 80
/** Fields of a form: three for each picture, a comment on all of them, the name, and whether the visitor is done. */
export const fieldsPerFormMax = 3 * picturesPerShareMax + 3
/** Answers of a share cause at most one event in this time. */
export const reportEveryMs = 60_000
