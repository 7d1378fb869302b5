import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { Canvas } from './canvas.ts'
import { scatterExtras } from './controls.ts'
import { type Knobs, randomKnobs } from './knobs.ts'
import { drawArticle } from './screens/article.ts'
import { drawChat } from './screens/chat.ts'
import { drawCheckout } from './screens/checkout.ts'
import { drawDashboard } from './screens/dashboard.ts'
import { drawForm } from './screens/form.ts'
import { drawGallery } from './screens/gallery.ts'
import { drawList } from './screens/list.ts'
import { drawSettings } from './screens/settings.ts'
import { type Colours, styleOf } from './style.ts'

const screens = {
  list: drawList,
  form: drawForm,
  dashboard: drawDashboard,
  article: drawArticle,
  gallery: drawGallery,
  settings: drawSettings,
  chat: drawChat,
  checkout: drawCheckout,
}

export type ScreenKind = keyof typeof screens
export const screenKinds = Object.keys(screens) as [ScreenKind, ...ScreenKind[]]

/** A mock-up of a screen. The same members always give the same picture. */
export interface Interface {
  readonly kind: ScreenKind
  readonly seed: number
  readonly knobs: Knobs
  /** Those that a designer has chosen; the seed decides unless set. */
  readonly screen?: 'phone' | 'desktop'
  readonly colours?: Colours
}

/** The seed decides the kind and the knobs, apart from those given, as well as the content. */
export function randomInterface(
  seed: number,
  given: { readonly kinds?: readonly [ScreenKind, ...ScreenKind[]]; readonly knobs?: Partial<Knobs> } = {},
): Interface {
  const random = createRandom(seed)
  return { kind: random.oneOf(given.kinds ?? screenKinds), seed, knobs: randomKnobs(random, given.knobs) }
}

const phone = { width: 390, height: 780 }
const desktop = { width: 960, height: 640 }

export function drawInterface({ kind, seed, knobs, screen, colours }: Interface): string {
  // Another stream than that of the knobs, so that the same seed with other knobs has similar content.
  const random = createRandom(seed + 0x5eed)
  const drawn = random() < 0.5 ? 'phone' : 'desktop'
  const { width, height } = (screen ?? drawn) === 'phone' ? phone : desktop
  const canvas = new Canvas(width, height, { ...styleOf(knobs, random), ...colours }, random)
  screens[kind](canvas)
  scatterExtras(canvas)
  return canvas.svg()
}

export function renderInterface(mockUp: Interface): Promise<Buffer> {
  return sharp(Buffer.from(drawInterface(mockUp)))
    .png()
    .toBuffer()
}
