import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { Canvas } from './canvas.ts'
import { scatterExtras } from './controls.ts'
import { type Knobs, randomKnobs } from './knobs.ts'
import { drawAnalysis } from './screens/analysis.ts'
import { drawArticle } from './screens/article.ts'
import { drawBoard } from './screens/board.ts'
import { drawCalendar } from './screens/calendar.ts'
import { drawChat } from './screens/chat.ts'
import { drawCheckout } from './screens/checkout.ts'
import { drawDashboard } from './screens/dashboard.ts'
import { drawDialog } from './screens/dialog.ts'
import { drawEditor } from './screens/editor.ts'
import { drawFeed } from './screens/feed.ts'
import { drawFiles } from './screens/files.ts'
import { drawForm } from './screens/form.ts'
import { drawGallery } from './screens/gallery.ts'
import { drawLanding } from './screens/landing.ts'
import { drawList } from './screens/list.ts'
import { drawMail } from './screens/mail.ts'
import { drawManual } from './screens/manual.ts'
import { drawMap } from './screens/map.ts'
import { drawPlans } from './screens/plans.ts'
import { drawPlayer } from './screens/player.ts'
import { drawProduct } from './screens/product.ts'
import { drawProfile } from './screens/profile.ts'
import { drawSeats } from './screens/seats.ts'
import { drawSettings } from './screens/settings.ts'
import { drawSignin } from './screens/signin.ts'
import { drawTable } from './screens/table.ts'
import { drawTimeline } from './screens/timeline.ts'
import { drawWeather } from './screens/weather.ts'
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
  table: drawTable,
  map: drawMap,
  player: drawPlayer,
  calendar: drawCalendar,
  landing: drawLanding,
  dialog: drawDialog,
  mail: drawMail,
  board: drawBoard,
  profile: drawProfile,
  plans: drawPlans,
  editor: drawEditor,
  analysis: drawAnalysis,
  feed: drawFeed,
  product: drawProduct,
  files: drawFiles,
  manual: drawManual,
}

/** Kinds held out from fitting, to measure the estimates on unseen kinds of screens. */
const screensNeverFitted = {
  weather: drawWeather,
  timeline: drawTimeline,
  signin: drawSignin,
  seats: drawSeats,
}

const draw = { ...screens, ...screensNeverFitted }

export type ScreenKind = keyof typeof draw
type Kinds = [ScreenKind, ...ScreenKind[]]
export const screenKinds = Object.keys(screens) as Kinds
export const kindsNeverFitted = Object.keys(screensNeverFitted) as Kinds

/** A mock-up of a screen. The same members always produce the same picture. */
export interface Interface {
  readonly kind: ScreenKind
  readonly seed: number
  readonly knobs: Knobs
  /** Chosen knobs; the seed determines the others. */
  readonly screen?: 'phone' | 'desktop'
  readonly colours?: Colours
}

/** The seed determines the content, and the kind and the knobs unless given. */
export function randomInterface(
  seed: number,
  given: { readonly kinds?: Readonly<Kinds>; readonly knobs?: Partial<Knobs> } = {},
): Interface {
  const random = createRandom(seed)
  return { kind: random.oneOf(given.kinds ?? screenKinds), seed, knobs: randomKnobs(random, given.knobs) }
}

const phone = { width: 390, height: 780 }
const desktop = { width: 960, height: 640 }

export function drawInterface({ kind, seed, knobs, screen, colours }: Interface): string {
  // A separate random stream from the knobs, so that the same seed with other knobs has similar content.
  const random = createRandom(seed + 0x5eed)
  const drawn = random() < 0.5 ? 'phone' : 'desktop'
  const { width, height } = (screen ?? drawn) === 'phone' ? phone : desktop
  const canvas = new Canvas(width, height, { ...styleOf(knobs, random), ...colours }, random)
  draw[kind](canvas)
  scatterExtras(canvas)
  return canvas.svg()
}

export function renderInterface(mockUp: Interface): Promise<Buffer> {
  return sharp(Buffer.from(drawInterface(mockUp)))
    .png()
    .toBuffer()
}
