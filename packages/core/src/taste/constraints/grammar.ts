/** Scope of a negation: up to the next "and" or comma, past "and", or over a whole list. */
export type Scope = 'item' | 'pair' | 'list'
export type Negation = 'not' | 'avoid' | 'less'
export type Degree = 'slight' | 'moderate' | 'more' | 'strong'

export type Role =
  | { readonly kind: 'negator'; readonly negation: Negation; readonly scope: Scope }
  /** Too little of what follows. `isComplaint`: never something that people wish for. */
  | { readonly kind: 'lack'; readonly isComplaint: boolean }
  /** Something unwanted: "What is the worst mistake?", "clutter is a crime". */
  | { readonly kind: 'aversion' }
  /** With a negation: something to keep. */
  | { readonly kind: 'parting' }
  | { readonly kind: 'degree'; readonly degree: Degree }
  | { readonly kind: 'excess' }
  | { readonly kind: 'liking' }
  | { readonly kind: 'but' }
  | { readonly kind: 'and' }
  | { readonly kind: 'or' }
  | { readonly kind: 'than' }
  | { readonly kind: 'free' }
  /** What follows is allowed, or does not matter: "it may be dark", "I don't mind grain". `isAsked`: in questions only. */
  | { readonly kind: 'permission'; readonly isAsked?: boolean }
  /** What was said before is allowed: "grain is fine". */
  | { readonly kind: 'permitted' }
  /** Asks whether something is needed; to deny that is to allow its absence. */
  | { readonly kind: 'obligation' }
  /** After what it is about, says that there is too little of it: "not dark enough". */
  | { readonly kind: 'enough' }
  | { readonly kind: 'filler' }

const not: Role = { kind: 'negator', negation: 'not', scope: 'pair' }
const no: Role = { kind: 'negator', negation: 'avoid', scope: 'item' }
const avoid: Role = { kind: 'negator', negation: 'avoid', scope: 'list' }
const less: Role = { kind: 'negator', negation: 'less', scope: 'item' }
const permission: Role = { kind: 'permission' }

const table: readonly (readonly [role: Role, words: string])[] = [
  [
    not,
    'not, non, never, isnt, arent, wasnt, dont, doesnt, didnt, shouldnt, cant, cannot, wont, wouldnt, couldnt, mustnt, neednt, hasnt, havent, werent, hardly, barely',
  ],
  [no, 'no, not a single, without, nothing, none, neither, zero, minus, sans'],
  [{ kind: 'lack', isComplaint: false }, 'lack of, lack, absence of'],
  [
    { kind: 'lack', isComplaint: true },
    'not enough, too little, too few, insufficient, nowhere near enough, hardly enough, barely enough, never enough, isnt enough, arent enough, wasnt enough, isnt quite enough, isnt nearly enough, lacks, lacking, lacking in, short on',
  ],
  [
    avoid,
    'avoid, avoiding, avoids, hate, hates, dislike, dislikes, detest, loathe, exclude, excluding, skip, remove, reject',
  ],
  [
    avoid,
    'stay away from, away from, free of, free from, get rid of, rid of, turned off by, tired of, sick of, cant stand',
  ],
  [avoid, 'avoided, disliked, hated, turn you off, turns you off, put you off, puts you off, bothers you, bother you'],
  [avoid, 'annoys you, annoy you, like least, like the least, dislike most, dislike the most'],
  [avoid, 'except, except for, anything but, stop using, ban, banned, anti, against'],
  [avoid, 'leave out, left out, keep out, rule out, steer clear of, do away with, cut out, off limits, off the table'],
  [
    avoid,
    'no go, no gos, no goes, no no, no nos, donot, do not, pet peeve, peeve, turn off, turnoff, put off, off putting',
  ],
  [
    avoid,
    'deal breaker, dealbreaker, enemy, rejected, red flag, taboo, bugbear, aversion, eyesore, forbidden, prohibited, unacceptable',
  ],
  [
    avoid,
    'least favourite, least favorite, least liked, not allowed, not permitted, do without, sick and tired of, tire of',
  ],
  [
    { kind: 'aversion' },
    'useless, pointless, horrible, terrible, awful, hideous, least, worst, worse, bad, ugly, ugliest, wrong, mistake, pitfall, complaint, complain about, annoyance, nightmare, sin',
  ],
  [
    { kind: 'aversion' },
    'annoy, annoying, annoyed, irritate, irritating, irritated, irk, offend, offended, offensive, repel, repulsive, disgust, disgusting, cringe, bother, bug you',
  ],
  [
    { kind: 'aversion' },
    'ruin, spoil, cheapen, unwanted, undesirable, unpleasant, unbearable, inappropriate, out of the question, out of bounds, intolerable',
  ],
  [
    { kind: 'aversion' },
    'worse than, less than, opposite of, out, overrated, outdated, dated, sick, headache, bore, hurt, kill, crime, mess, so last year, last thing',
  ],
  [no, 'nope, nah, no way, no chance, not a chance, under no circumstances, by no means'],
  [
    { kind: 'parting' },
    'miss, missing, missed, forget, forgotten, overlook, overlooked, ignore, ignored, neglect, lose, lost, give up, part with',
  ],
  [
    { kind: 'parting' },
    'change, changed, compromise, compromise on, sacrifice, resist, enough of, touch on, drop, dropped, get tired, get bored',
  ],
  [
    less,
    'half as much, half as many, half the, not that, not all that, not much of, less, fewer, few, low, lower, little, reduce, reduced, reducing, limit, limited, limiting, weak, tone down, cut, cut down on',
  ],
  [
    { kind: 'degree', degree: 'slight' },
    'slightly, slight, a few, a couple of, a bit, bit, a little, a touch of, touch of, a hint of, hint of, hints of',
  ],
  [
    { kind: 'degree', degree: 'slight' },
    'somewhat, mildly, mild, subtly, gently, softly, kind of, sort of, a tad, lightly, some',
  ],
  [
    { kind: 'degree', degree: 'moderate' },
    'moderate, moderately, medium, average, normal, in between, neither too much nor too little',
  ],
  [
    { kind: 'degree', degree: 'more' },
    'how much, twice as much, twice as many, twice the, double the, would not mind more, wouldnt mind more, wouldnt mind a little more, more, higher, greater, increase, increased, stronger, rather, fairly, quite, pretty, mostly, mainly',
  ],
  [
    { kind: 'degree', degree: 'strong' },
    'definitely, absolutely, certainly, very, really, extremely, super, highly, ultra, incredibly, totally, completely, strongly, deeply, so',
  ],
  [
    { kind: 'degree', degree: 'strong' },
    'lots of, a lot of, plenty of, loads of, tons of, full of, much, many, lots, a lot, plenty, generous, ample',
  ],
  [
    { kind: 'degree', degree: 'strong' },
    'high, strong, heavy, maximum, as much as possible, most, especially, always, deep, huge, massive',
  ],
  [{ kind: 'excess' }, 'too, too much, too many, overly, excessively, excessive, excess, over the top'],
  [
    { kind: 'liking' },
    'like, likes, love, loves, prefer, prefers, preferably, want, wants, need, needs, enjoy, use, using, keep, add',
  ],
  [
    { kind: 'liking' },
    'aim for, go for, please, ideally, drawn to, fan of, into, favour, favor, favourite, dos, give me, with, has, have, having',
  ],
  [{ kind: 'enough' }, 'enough'],
  [{ kind: 'but' }, 'but, yet, however, though, although, while, instead, otherwise, only, just, still'],
  [{ kind: 'and' }, 'and, plus, also, as well as, then'],
  [{ kind: 'or' }, 'or, nor'],
  [
    { kind: 'than' },
    'before, beat, beats, ahead of, above, over, than, rather than, instead of, in place of, as opposed to, versus, vs',
  ],
  [{ kind: 'free' }, 'free'],
  [
    avoid,
    'ditch, scrap, omit, swap, replace, trade, substitute, out with, down with, away with, done with, say no to, not a fan of, not fans of, not into, refrain from, no room for',
  ],
  [{ kind: 'parting' }, 'skimp, skimp on, underestimate, hold back on, stingy with, cut back on, economise on'],
  [
    less,
    'moved from, went from, switched from, changed from, go easy on, easy on, go light on, minimum, minimum of, minimal amount of, next to no, at the expense of',
  ],
  [not, 'scarcely, scarcely any, rarely, seldom'],
  [
    { kind: 'liking' },
    'embrace, choose, include, pick, in with, up with, yes to, as much as, opt for, stick to, stick with, cant live without, cannot live without',
  ],
  [
    { kind: 'liking' },
    'cant have too much, cannot have too much, can never have too much, never have too much, can never have enough, cant have enough, never have enough, cant get enough of, never get enough of, cant go wrong with, cant be too, cannot be too, can never be too',
  ],
  [
    { kind: 'liking' },
    'dont be afraid of, do not be afraid of, dont shy away from, dont hold back on, wouldnt say no to, would not say no to',
  ],
  [avoid, 'dont care for, do not care for, you mind, not welcome, not ok, not okay, not fine, not acceptable'],
  [not, 'may not, can not'],
  [permission, 'may, can be, can have, can also be, need not, neednt, dont need to, dont have to, doesnt need to'],
  [permission, 'doesnt have to, do not have to, does not have to, do not need to, does not need to, not necessarily'],
  [
    permission,
    'okay if, ok if, fine if, is okay if, is ok if, is fine if, all right if, no problem if, feel free to, no need for, no need to, ok with, okay with, fine with, either way, they can, it can',
  ],
  [
    permission,
    'not against, nothing against, no objection to, no objections to, nothing wrong with, not averse to, not opposed to',
  ],
  [permission, 'dont dislike, do not dislike, dont hate, do not hate, not unlike, whether'],
  [permission, 'no preference, no opinion, dont care, do not care, doesnt matter, does not matter, dont mind'],
  [permission, 'do not mind, would not mind, wouldnt mind, whatever, indifferent, not sure, unsure, dont know'],
  [permission, 'do not know, no idea, not important, not relevant, anything goes'],
  [{ kind: 'permission', isAsked: true }, 'can, welcome'],
  [
    { kind: 'permitted' },
    'is fine, are fine, is ok, are ok, is okay, are okay, okay, ok, is welcome, are welcome, allowed, permitted',
  ],
  [{ kind: 'permitted' }, 'acceptable, tolerable, fine by me, fine with me, no problem, if need be, if necessary'],
  [{ kind: 'obligation' }, 'must, have to, has to, need to, needs to, necessary, required, mandatory, important'],
  [
    { kind: 'filler' },
    'a, an, the, this, these, those, it, its, is, are, was, be, being, been, am, as, at, by, for, from, in, of, on, to, up',
  ],
  [
    { kind: 'filler' },
    'i, im, id, ive, me, my, we, our, us, you, your, they, them, their, he, she, one, ones, there, here, which, what, who',
  ],
  [
    { kind: 'filler' },
    'do, does, did, should, would, could, will, might, let, lets, make, makes, made, get, gets, got, give',
  ],
  [
    { kind: 'filler' },
    'the light be, the light is, the light feel, how strongly, or not, feel, feels, feeling, look, looks, looking, seem, seems, appear, go, goes, work, works, matter, think, say, tend, try',
  ],
  [
    { kind: 'filler' },
    'design, designs, interface, interfaces, ui, page, pages, screen, screens, website, websites, site, sites, app, apps, layout, layouts',
  ],
  [
    { kind: 'filler' },
    'picture, pictures, photo, photos, photograph, photographs, images, frame, frames, style, styles, look and feel, aesthetic, aesthetics',
  ],
  [
    { kind: 'filler' },
    'colour, colours, coloured, hue, hues, tone, tones, toned, shade, shades, palette, palettes, colour scheme, scheme, background, backgrounds',
  ],
  [
    { kind: 'filler' },
    'composition, compositions, lighting, mood, moods, vibe, vibes, atmosphere, impression, quality, overall, general, generally, usually',
  ],
  [
    { kind: 'filler' },
    'thing, things, stuff, something, anything, everything, kind, sort, type, way, when, where, how, if, because, since, so that, about',
  ],
  [
    { kind: 'filler' },
    'well, good, nice, fine, best, better, great, right, all, any, every, each, both, other, else, same, such, own, that, possible, no more than, nothing more, nothing else, not more than, not nearly, would not hurt, wouldnt hurt, would not harm, wouldnt harm, at most, up to, a maximum of, at least, all over, between, visible, single, use of, among, across, around, inside, within',
  ],
]

/** Every word that modifies others. A phrase takes precedence over its parts. */
export const roles: ReadonlyMap<string, Role> = new Map(
  table.flatMap(([role, words]) => words.split(', ').map((phrase) => [phrase, role] as const)),
)

/** Adjectives that only grade the noun right after them, as in "soft contrast". */
export const gradingAdjectives: ReadonlyMap<string, 'less' | 'strong'> = new Map([
  ...['soft', 'subtle', 'gentle', 'muted', 'minimal', 'faint', 'delicate', 'quiet', 'light', 'subdued', 'simple'].map(
    (word) => [word, 'less'] as const,
  ),
  ...['bold', 'dramatic', 'stark', 'sharp', 'intense', 'harsh', 'rich', 'striking', 'clear', 'full', 'dense'].map(
    (word) => [word, 'strong'] as const,
  ),
])

/** The nouns of the vocabulary that those adjectives grade. */
export const gradedNouns: ReadonlySet<string> = new Set(
  (
    'contrast, shadow, clutter, detail, texture, noise, visual noise, saturation, brightness, warmth, white space, whitespace, ' +
    'negative space, padding, margin, spacing, space, grain, pattern, gradient, typography, text, copy, symmetry, ornament, ' +
    'distraction, complexity, harmony, blur, structure, alignment, balance'
  ).split(', '),
)
