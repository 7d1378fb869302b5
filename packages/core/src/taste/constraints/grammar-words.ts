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
export const allowedAfterNegation = new Set(['to', 'be', 'a', 'the', 'go', 'ever', 'do'])

/** Negators that also apply to what was said before them: "neon is off limits". */
export const postposedNegators = new Set(
  (
    'not allowed, not permitted, not welcome, not ok, not okay, not fine, not acceptable, unacceptable, forbidden, ' +
    'prohibited, banned, off limits, off the table, taboo, no go, no no, deal breaker, dealbreaker, turn off, ' +
    'turnoff, off putting, pet peeve, eyesore, red flag, enemy, rejected'
  ).split(', '),
)

/** Verbs that start a wish of their own: in "avoid clutter, be colourful" the second is not avoided. */
export const imperatives = new Set(
  'be, go, make, stay, get, look, feel, aim, try, show, let, give, bring, introduce, put, focus, lean, offer, turn, lose, drop'.split(
    ', ',
  ),
)

/** What a lightness belongs to if it is not that of the picture: "light text on a dark background". */
export const figures = new Set(
  (
    'text, texts, type, letters, lettering, letter, heading, headings, headline, headlines, logo, logos, icon, icons, font, ' +
    'fonts, copy, typography, ink, words, shapes, shape, subject, subjects, object, objects, product, products, captions'
  ).split(', '),
)
/** Words that only say how light something is. */
export const lightnesses = new Set('bright, light, dark, black, white, pale, dim, cream'.split(', '))
/** What is said after them is the ground of what was said before; after the second ones only if it is called one. */
export const beforeGround = new Set('on, onto, front'.split(', '))
export const perhapsBeforeGround = new Set(['against', 'over'])
/** Nouns for the ground itself. */
export const grounds = new Set(
  'background, backgrounds, backdrop, backdrops, ground, grounds, surface, wall, sky, canvas, page, paper, photo, photos, picture, pictures'.split(
    ', ',
  ),
)
/** What is said after them is what stands on the ground that was said before. */
export const afterGround = new Set('with, behind'.split(', '))

/** Words that say no more than the negation before them: "purple does not suit us". */
export const emptyPredicates = new Set(
  (
    'suit, suits, fit, fits, belong, belongs, appear, appears, place, colour, colours, thing, style, here, brand, page, pages, ' +
    'nothing, us, me, happen, used, use, room, thanks, thank, please, allowed, all, ever, ours, option, after, place, way'
  ).split(', '),
)

/** Between something and what is said about it: "symmetry is overrated". */
export const copulas = new Set('is, are, was, were, looks, feels, seems'.split(', '))
/** What people say about what they want. Other unknown words after a copula may be against it. */
export const praises = new Set(
  (
    'key, king, important, essential, crucial, vital, must, everything, good, great, nice, beautiful, lovely, wonderful, right, ' +
    'perfect, ideal, best, better, welcome, us, ours, paramount, central, needed, necessary, wanted, desired, preferred, what, our'
  ).split(', '),
)
/** After something, they say that there is too little of it: "the contrast is too weak". */
export const postposedLacks = new Set('weak, low, little'.split(', '))
/** "Our colour" names no amount of colour. */
export const owners = new Set('our, my, your, their, his, her, its'.split(', '))

/** Verbs that begin a list of what goes if the text begins with them. */
export const removals = new Set('drop, lose, kill'.split(', '))
/** Verbs with something unwanted and, after a preposition, what takes its place. */
export const exchanges = new Set('swap, replace, trade, substitute, moved, went, switched, changed'.split(', '))
export const exchangedFor = new Set('for, with, by, to'.split(', '))

/** What they say is about what was said before them, too: "symmetry does not matter". */
export const postposedPermissions = new Set(
  'doesnt matter, does not matter, not important, not relevant, not necessarily'.split(', '),
)
