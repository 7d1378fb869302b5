import type { Browser, Page } from 'playwright-core'
import { createRandom, type Random } from '../../demo/random.ts'
import { launchBrowser } from '../../tests/harness/launch-browser.ts'

/** The adjustable qualities of a page, each from 0 to 1. */
const pageKnobNames = [
  ...(['space', 'elements', 'tidiness', 'textSize', 'colours', 'contrast', 'light', 'saturation'] as const),
] as const
export type PageKnob = (typeof pageKnobNames)[number]
type PageKnobs = Readonly<Record<PageKnob, number>>

/** A landing page. The same members always produce the same picture. */
export interface LandingPage {
  readonly seed: number
  readonly knobs: PageKnobs
}

const viewport = { width: 960, height: 640 }
const words = [
  ...(['harbour', 'plan', 'week', 'people', 'light', 'table', 'river', 'morning', 'paper'] as const),
  ...(['quiet', 'field', 'letter', 'window', 'garden', 'walk', 'bread', 'music', 'stone'] as const),
] as const

export function randomPage(seed: number): LandingPage {
  const random = createRandom(seed)
  const knobs = Object.fromEntries(pageKnobNames.map((name) => [name, random()])) as PageKnobs
  return { seed, knobs }
}

/** Renders pages in one tab of Chromium. */
export async function openPageRenderer() {
  const browser: Browser = await launchBrowser()
  const tab: Page = await browser.newPage({ viewport })
  return {
    async render(page: LandingPage): Promise<Buffer> {
      await tab.setContent(htmlOf(page))
      return tab.screenshot()
    },
    close: () => browser.close(),
  }
}

function htmlOf({ seed, knobs }: LandingPage): string {
  // A separate random stream from the knobs, so that the same seed with other knobs has similar content.
  const random = createRandom(seed + 0x5eed)
  const text = (count: number) => Array.from({ length: count }, () => random.oneOf(words)).join(' ')
  const hue = random.whole(0, 359)
  const columns = random.whole(2, 4)
  const isCentred = random() < 0.5
  const { space, elements, tidiness, textSize, colours, contrast, light, saturation } = knobs
  const chroma = Math.round(5 + 80 * saturation)
  const ground = 8 + 88 * light
  const step = (light > 0.45 ? -1 : 1) * (18 + 70 * contrast)
  const ink = Math.min(98, Math.max(4, ground + step))
  const hues = Array.from({ length: 1 + Math.round(5 * colours) }, (_, i) => (hue + i * 67) % 360)
  const colourOf = (i: number, lightness = 50) => `hsl(${hues[i % hues.length]} ${chroma}% ${lightness}%)`
  const panel = `hsl(${hue} ${Math.round(chroma / 4)}% ${ground + (light > 0.5 ? -5 : 6)}%)`
  const size = 11 + 11 * textSize
  const gap = 4 + 36 * space
  const cards = Array.from({ length: 2 + Math.round(14 * elements) }, (_, i) => {
    const picture = `<div style="height:${size * 2.4}px;background:${colourOf(i, 45 + 15 * random())}"></div>`
    const body = `<b>${text(2)}</b><p>${text(4 + random.whole(0, 4))}</p>`
    return `<section style="${crooked(random, tidiness)}">${picture}${body}</section>`
  })
  const badges = Array.from(
    { length: Math.round(10 * elements) },
    (_, i) => `<i style="background:${colourOf(i, 55)};${crooked(random, tidiness)}">${text(1)}</i>`,
  )
  return `<!doctype html><style>
    * { box-sizing: border-box }
    body { margin: 0; padding: ${gap}px ${gap * 2.5}px; background: hsl(${hue} ${Math.round(chroma / 6)}% ${ground}%);
      color: hsl(${hue} 12% ${ink}%); font: ${size}px/${1.25 + 0.4 * space} sans-serif }
    nav, .hero, footer { display: flex; gap: ${gap}px; ${isCentred ? 'justify-content: center;' : ''} flex-wrap: wrap }
    .hero { flex-direction: column; ${isCentred ? 'align-items: center;' : 'align-items: flex-start;'} padding: ${gap * 1.2}px 0 }
    h1 { font-size: ${size * 2.2}px; line-height: 1.15; margin: 0 } p { margin: 0; max-width: 34em }
    .grid { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: ${gap}px }
    section { background: ${panel}; padding: ${4 + gap / 2}px; border-radius: 6px; overflow: hidden }
    i { font-style: normal; padding: 2px 8px; color: #fff; font-size: 0.85em }
    .button { background: ${colourOf(0)}; color: #fff; padding: 0.6em 1.4em; border-radius: 6px }
  </style><nav>${Array.from({ length: 3 + Math.round(3 * elements) }, () => `<span style="${crooked(random, tidiness)}">${text(1)}</span>`).join('')}</nav>
  <div class="hero"><h1 style="${crooked(random, tidiness)}">${text(4)}</h1><p style="${crooked(random, tidiness)}">${text(14)}</p>
  <span class="button" style="${crooked(random, tidiness)}">${text(2)}</span></div>
  <nav>${badges.join('')}</nav><br><div class="grid">${cards.join('')}</div>`
}

/** How far an element is out of place. Always draws the same number of random values. */
function crooked(random: Random, tidiness: number): string {
  const [across, down, turn] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]
  const off = 1 - tidiness
  const move = `translate(${(80 * across * off).toFixed(1)}px, ${(24 * down * off).toFixed(1)}px)`
  return `transform: ${move} rotate(${(2 * turn * off).toFixed(2)}deg)`
}
