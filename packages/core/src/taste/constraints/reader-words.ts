/** In "avoid pages with clutter" these words do not end the negation. */
export const possessives = new Set(['with', 'has', 'have', 'having'])
/** Nouns that imply an amount in a list of unwanted things. */
export const amountNouns = new Set(['text', 'copy', 'words', 'colour'])
/** Words without meaning for taste in an answer. */
export const blandWords = new Set(['least', 'worst', 'worse', 'bad'])
/** Verbs of liking that apply to the answer, unlike "want" in "What do you want to avoid?". */
export const likings = new Set('like, love, prefer, enjoy, favour, favor, favourite, fan of, drawn to, dos'.split(', '))
/** Words of an open question, whose answer names something instead of yes or no. */
export const openQuestion = new Set('what, whats, which, who, whom, anything, name, list'.split(', '))
/** "In few words, what do you like?" does not ask for less. */
export const faintNegators = new Set('few, low, lower, little, weak, limited, minus, non, hardly, barely'.split(', '))
/** Words that may come between "not" and the word that it negates. */
export const allowedAfterNegation = new Set(['to', 'be', 'a', 'the'])

/** Negators that also apply to what was said before them: "neon is off limits". */
export const postposedNegators = new Set(
  (
    'not allowed, not permitted, not welcome, not ok, not okay, not fine, not acceptable, unacceptable, forbidden, ' +
    'prohibited, banned, off limits, off the table, taboo, no go, no no, deal breaker, dealbreaker, turn off, ' +
    'turnoff, off putting, pet peeve, eyesore, red flag'
  ).split(', '),
)
