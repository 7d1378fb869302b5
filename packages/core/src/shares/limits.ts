export const shareDaysDefault = 14
/** As long as scored pictures are remembered. */
export const shareDaysMax = 90
/** An ended share and its answers are deleted after this time. */
export const endedShareDays = 30
/** Active shares of a profile. */
export const sharesPerProfileMax = 100
export const picturesPerShareMax = 200
export const answersPerShareMax = 2000
/** How often visitors can send answers to one share. */
export const submissionsPerMinuteMax = 10
export const commentCharactersMax = 1000
export const authorCharactersMax = 80
