import { describe, expect, test } from 'vitest'
import type { Wish } from '../constraints.ts'
import { understandingsOf } from '../model/fit-input.ts'
import { questions } from './catalogue.ts'
import { indifferent } from './question.ts'

/**
 * What a person means by each answer, judged question by question without looking at the code: `+` more of an attribute,
 * `-` less of it, `~` the middle, '' no wish. Only the attributes that the answer is certainly about are listed.
 */
interface Meaning {
  readonly quick: Readonly<Record<string, string>>
  /** "Yes" and "no" in any wording. Both are empty if the question cannot be answered with them. */
  readonly yes: string
  readonly no: string
}

/** "Warm or cool?", "Which hour of the day is it?": yes and no are not answers. */
function choice(quick: Readonly<Record<string, string>>): Meaning {
  return { quick, yes: '', no: '' }
}

function closed(quick: Readonly<Record<string, string>>, yes: string, no: string): Meaning {
  return { quick, yes, no }
}

const meanings: Readonly<Record<string, Meaning>> = {
  'colour-temperature': choice({ warm: '+warmth', cool: '-warmth' }),
  'colour-strength': choice({ vivid: '+saturation', muted: '-saturation', 'in between': '~saturation' }),
  'colour-hues': choice({ 'one hue': '-hue_spread', 'many hues': '+hue_spread' }),
  'colour-palette': choice({
    'few colours': '-palette_size',
    'many colours': '+palette_size',
    'a handful': '~palette_size',
  }),
  'colour-wanted': choice({
    red: '+reds',
    'orange or yellow': '+yellows',
    green: '+greens',
    blue: '+blues',
    purple: '+purples',
  }),
  'colour-unwanted': choice({
    red: '-reds',
    'orange or yellow': '-yellows',
    green: '-greens',
    blue: '-blues',
    purple: '-purples',
  }),
  // Colours that may clash need not, and colours that never clash must match.
  'colour-harmony': closed({ 'they may': '', never: '+palette_harmony' }, '', '+palette_harmony'),
  'colour-neon': closed({ plenty: '+neon', 'a little': '~neon', none: '-neon' }, '+neon', '-neon'),
  'colour-pastel': choice({ pastel: '+pastel -saturation +brightness', 'full strength': '+saturation -pastel' }),
  'colour-monochrome': choice({ colour: '+colourfulness', 'black and white': '-colourfulness' }),
  'colour-accent': choice({ 'a single accent': '-palette_size', 'colour everywhere': '+colourfulness' }),
  'colour-world': choice({
    'earth tones': '+warmth -saturation',
    ice: '-warmth',
    sweets: '+saturation +brightness',
    forest: '+greens',
    'sea and sky': '+blues',
  }),
  'colour-nature': choice({ 'green of nature': '+greens', 'man-made colours': '-greens' }),
  'light-brightness': choice({ bright: '+brightness', dark: '-brightness', 'in between': '~brightness' }),
  'light-contrast': choice({ strong: '+contrast', gentle: '-contrast', 'in between': '~contrast' }),
  'light-shadows': choice({ 'deep shadows': '+shadows', 'light in every corner': '-shadows' }),
  'light-mode': choice({ 'light ground': '+brightness', 'dark ground': '-brightness' }),
  'light-hour': choice({
    noon: '+brightness',
    'golden evening': '+warmth',
    'blue dusk': '+blues -brightness',
    night: '-brightness',
  }),
  'light-weather': choice({ sunshine: '+brightness', fog: '-contrast', storm: '-brightness', snow: '+brightness' }),
  'light-moodiness': closed(
    { 'very moody': '-brightness +shadows', 'not moody': '+brightness -shadows' },
    '-brightness +shadows',
    '+brightness -shadows',
  ),
  'light-falling': choice({ 'hard light': '+contrast +shadows', 'soft light': '-contrast -shadows' }),
  'mood-energy': choice({ calm: '-clutter', lively: '+colourfulness' }),
  'mood-seriousness': choice({ earnest: '-colourfulness', playful: '+colourfulness' }),
  'mood-formality': choice({ formal: '+grid_alignment', casual: '+warmth' }),
  'mood-drama': choice({ tender: '-contrast', dramatic: '+contrast' }),
  'mood-cheer': choice({ happy: '+brightness', wistful: '-brightness' }),
  'mood-openness': choice({ welcoming: '+warmth', mysterious: '-brightness' }),
  'mood-age': choice({ young: '+colourfulness', settled: '-colourfulness' }),
  'mood-price': choice({ luxury: '-clutter', everyday: '+brightness' }),
  'mood-home': choice({ 'living room': '+warmth', laboratory: '-warmth' }),
  'mood-dream': choice({ 'a dream': '-sharpness', 'wide awake': '+sharpness' }),
  'mood-edge': choice({ reserved: '-saturation', daring: '+contrast' }),
  'composition-busyness': choice({ busy: '+clutter', quiet: '-clutter', 'in between': '~clutter' }),
  'composition-space': closed(
    { 'a lot': '+white_space', some: '~white_space', 'next to none': '-white_space' },
    '+white_space',
    '-white_space',
  ),
  'composition-margins': choice({ 'room to breathe': '+white_space', 'filled to the edge': '-white_space' }),
  'composition-format': choice({ upright: '-aspect', wide: '+aspect' }),
  'composition-symmetry': choice({ symmetric: '+symmetry', asymmetric: '-symmetry' }),
  'composition-centre': choice({ 'in the middle': '+centre_focus', 'to one side': '-centre_focus' }),
  'composition-thirds': closed({ yes: '+thirds_energy', no: '-thirds_energy' }, '+thirds_energy', '-thirds_energy'),
  'composition-balance': choice({ 'evenly balanced': '+balance', 'weight on one side': '-balance' }),
  'composition-grid': choice({ 'strict grid': '+grid_alignment', 'placed freely': '-grid_alignment' }),
  'composition-order': choice({ tidy: '-clutter', wild: '+clutter' }),
  'composition-motion': choice({ rest: '+balance', move: '-symmetry' }),
  'composition-ground': choice({ plain: '+white_space', rich: '-white_space +texture' }),
  'form-lines': choice({ geometric: '+straightness', organic: '-straightness' }),
  'form-corners': choice({ round: '-straightness', angular: '+straightness' }),
  'form-detail': choice({ 'little detail': '-edge_density', 'rich detail': '+edge_density' }),
  'form-patterns': closed(
    { 'yes, patterns': '+edge_density', 'here and there': '~edge_density', 'no patterns': '-edge_density' },
    '+edge_density',
    '-edge_density',
  ),
  'form-outlines': choice({ 'clear outlines': '+sharpness', 'blended edges': '-sharpness' }),
  'surface-texture': choice({ smooth: '-texture', textured: '+texture' }),
  'surface-grain': closed(
    { 'visible grain': '+texture', 'a trace': '~texture', clean: '-texture' },
    '+texture',
    '-texture',
  ),
  'surface-finish': choice({ matt: '-contrast', shiny: '+contrast' }),
  'surface-hand': choice({ 'by hand': '-straightness', 'by machine': '+straightness' }),
  'surface-wear': choice({ 'brand-new': '-texture', worn: '+texture' }),
  'focus-depth': choice({ 'sharp all over': '+sharpness', 'blurred background': '-sharpness' }),
  'text-amount': closed(
    { 'a lot': '+text_density', some: '~text_density', 'hardly any': '-text_density' },
    '+text_density',
    '-text_density',
  ),
  'text-legibility': choice({ 'stand out': '+figure_ground_contrast', 'blend in': '-figure_ground_contrast' }),
  'style-school': choice({
    minimalism: '-clutter',
    'Swiss design': '+grid_alignment',
    Bauhaus: '+straightness',
    brutalism: '+contrast',
    'art deco': '+symmetry',
    maximalism: '+clutter',
  }),
  'style-era': choice({
    today: '-clutter',
    'classical antiquity': '+symmetry',
    'the seventies': '+warmth',
    'the eighties': '+neon',
    'the future': '-warmth',
  }),
  'style-medium': choice({
    photograph: '+sharpness',
    drawing: '-texture',
    painting: '-sharpness',
    watercolour: '-saturation',
  }),
  'style-film': choice({ 'like cinema': '+contrast', 'like a snapshot': '-shadows' }),
  'style-press': choice({ 'a magazine': '+white_space', 'a brochure': '+grid_alignment' }),
  'style-region': choice({ 'northern restraint': '-saturation', 'southern abundance': '+saturation' }),
  'avoid-faults': choice({
    clutter: '-clutter',
    'glaring colours': '-neon',
    'washed-out colours': '+saturation',
    blur: '+sharpness',
    gloom: '+brightness',
    emptiness: '-white_space',
    boredom: '+colourfulness',
  }),
  'avoid-styles': choice({
    cyberpunk: '-neon',
    gothic: '+brightness',
    childish: '-neon',
    kitsch: '-clutter',
    sterile: '+warmth',
  }),
  'interface-density': choice({ 'much on one screen': '+clutter', 'little at a time': '-clutter' }),
  // What need not stand out, or line up, may still do so.
  'interface-legibility': closed(
    { 'as much as possible': '+figure_ground_contrast', enough: '~figure_ground_contrast' },
    '+figure_ground_contrast',
    '',
  ),
  'interface-alignment': closed({ 'yes, strictly': '+grid_alignment', 'not strictly': '' }, '+grid_alignment', ''),
  'interface-colours': closed({ 'very few': '-palette_size', 'as many as it needs': '' }, '', '-palette_size'),
  'interface-theme': choice({ light: '+brightness', dark: '-brightness' }),
  'interface-text': choice({ words: '+text_density', pictures: '-text_density' }),
  'interface-spacing': choice({ tight: '-white_space', generous: '+white_space' }),
  'interface-decoration': closed({ 'it helps': '+texture', 'it distracts': '-clutter' }, '', '-clutter'),
}

const yeses = ['yes', 'Yes, please!', 'definitely', 'of course', 'always']
const noes = [
  ...['no', 'never', 'no, never', 'Never ever.', 'definitely not', 'absolutely not', 'certainly not', 'not at all'],
  ...['no way', 'under no circumstances', 'No, they may not.', 'it may not', "please don't"],
]
const permissions = [
  ...[
    'they may',
    'it may',
    'Yes, they may',
    'they can',
    "I don't mind",
    'I do not mind either way',
    'fine by me',
    'it’s okay',
  ],
  ...['if need be', "it doesn't matter", 'whatever', 'no opinion', indifferent],
]

function signsOf(id: string, answer: string): readonly string[] {
  return understandingsOf(null, [{ id: 'c', questionId: id, answer }]).flatMap(({ wishes }) => wishes.map(sign))
}

function sign({ attribute, low, high }: Wish): string {
  if (low > 0 && high < 1) return `~${attribute}`
  return (low > 0 ? '+' : '-') + attribute
}

/** All listed wishes are expressed, none in another direction, and no wish at all if none is listed. */
function expectMeaning(id: string, answer: string, meaning: string) {
  const signs = signsOf(id, answer)
  const wished = meaning.split(' ').filter((word) => word !== '')
  const message = `${id}: ${answer} → ${signs.join(' ') || 'no wish'}`
  if (wished.length === 0) expect(signs, message).toEqual([])
  expect(signs, message).toEqual(expect.arrayContaining(wished))
  const names = new Set(wished.map((word) => word.slice(1)))
  expect(
    signs.filter((one) => names.has(one.slice(1)) && !wished.includes(one)),
    message,
  ).toEqual([])
}

test('the table has every question with every quick answer', () => {
  expect(Object.keys(meanings)).toEqual(questions.map(({ id }) => id))
  for (const { id, answers } of questions)
    expect([...Object.keys(meanings[id]?.quick ?? {}), indifferent], id).toEqual(answers.map(({ answer }) => answer))
})

describe.each(Object.entries(meanings))('%s', (id, { quick, yes, no }) => {
  test('quick answers mean what they say', () => {
    for (const [answer, meaning] of Object.entries(quick)) expectMeaning(id, answer, meaning)
  })

  test('yes and no are wishes only where the question can be answered with them', () => {
    for (const answer of yeses) expectMeaning(id, answer, quick[answer] ?? yes)
    for (const answer of noes) expectMeaning(id, answer, quick[answer] ?? no)
  })

  test('a permission and indifference express no wish', () => {
    for (const answer of permissions) expectMeaning(id, answer, '')
  })

  test('“sometimes” leans to neither side', () => {
    expect(signsOf(id, 'sometimes').filter((one) => !one.startsWith('~'))).toEqual([])
  })
})

test.each([
  ['May colours clash?', 'they may', ''],
  ['May colours clash?', 'no, never', '+palette_harmony'],
  ['Can it be dark?', 'yes', ''],
  ['Can it be dark?', 'no', '+brightness'],
  ['How dark can it get?', 'very', ''],
  ['How dark can it get?', 'not very', '+brightness'],
  ['Is clutter allowed?', 'sure', ''],
  ['Is clutter allowed?', 'absolutely not', '-clutter'],
  ['Are gradients okay?', 'yes', ''],
  ['Do you mind grain?', 'yes', '-texture'],
  ['Do you mind grain?', 'no', ''],
  ['Does clutter bother you?', 'yes', '-clutter'],
  ['Does clutter bother you?', 'no, not at all', ''],
  ['Do you dislike clutter?', 'no', ''],
  ['Should we avoid neon?', 'no', ''],
  ['Must it be symmetric?', 'no', ''],
  ['Must it be symmetric?', 'yes', '+symmetry'],
  ['Does it have to be bright?', 'not at all', ''],
  ['How important is symmetry?', 'not at all', ''],
  ['Should colours clash?', 'yes', '-palette_harmony'],
  ['Should colours clash?', 'they may', ''],
  ['Do you like garish colours?', 'no', '-neon +palette_harmony'],
  ['What about neon?', 'no', '-neon'],
  ['Notes', 'it may be dark', ''],
  ['Notes', 'it may not be dark', '+brightness'],
  ['Notes', 'clutter is fine', ''],
  ['Notes', 'clutter and neon are okay, warm', '+warmth'],
  ['Notes', 'no clutter allowed', '-clutter'],
  ['Notes', 'clutter is not allowed', '-clutter'],
  ['Notes', "I don't mind clutter, but I like warm light", '+warmth +brightness'],
  ['Notes', "I don't care about symmetry", ''],
  ['Notes', "I don't care for neon", '-neon'],
  ['Notes', 'it need not be symmetric', ''],
  ['Notes', "it doesn't have to be bright, just calm", '-clutter'],
  ['Notes', 'fine detail', '+edge_density'],
  ['Pet peeves?', "clutter, but I don't mind grain", '-clutter'],
])('“%s” – “%s”', (question, answer, meaning) => {
  const { wishes, notUnderstood } = understandingsOf(null, [{ id: 'c', question, answer }])[0] ?? { wishes: [] }
  const wished = meaning.split(' ').filter((word) => word !== '')
  const signs = wishes.map(sign)
  if (wished.length === 0) expect(signs).toEqual([])
  expect(signs).toEqual(expect.arrayContaining(wished))
  expect(signs.filter((one) => wished.some((word) => word.slice(1) === one.slice(1) && word !== one))).toEqual([])
  expect(notUnderstood).toEqual([])
})
