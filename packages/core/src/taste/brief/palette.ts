import type { Swatch } from '../attributes/palette.ts'

/** A colour as `#rrggbb`, and the share of the pictures that it covers. */
export interface PaletteColour {
  readonly hex: string
  readonly share: number
}

export const paletteColoursMax = 8
/** Colours that are closer in CIE Lab count as one. */
const sameColourDistance = 18
/** A colour that covers less is an accident. */
const shareMin = 0.02

/** The colours that pictures have in common, largest share first. Every picture counts the same, whatever its size. */
export function paletteOf(pictures: readonly (readonly Swatch[])[]): readonly PaletteColour[] {
  const swatches = pictures.flatMap((colours) =>
    colours.map((swatch) => ({ ...swatch, share: swatch.share / pictures.length })),
  )
  return merged(swatches)
    .filter(({ share }) => share >= shareMin)
    .slice(0, paletteColoursMax)
    .map((swatch) => ({ hex: hexOf(swatch), share: Math.round(swatch.share * 1e4) / 1e4 }))
}

/** A colour that is drawn on the background, and in how many of the pictures. */
interface AccentColour {
  readonly hex: string
  readonly pictures: number
}

/** The colours of designs: what most of them are drawn on, and what is drawn on it. */
export interface DesignColours {
  readonly background: AccentColour
  readonly accents: readonly AccentColour[]
  /** How many pictures were measured. */
  readonly pictures: number
}

/** A button can cover this little of a page. Less is an accident, or the fringe of letters. */
const accentShareMin = 0.002

/**
 * Accents by their use against the background of their picture: in how many pictures, and how much they stand out. Not by
 * area, which would put pictures before buttons. Undefined without pictures.
 */
export function designColoursOf(pictures: readonly (readonly Swatch[])[]): DesignColours | undefined {
  const drawn = pictures.map((colours) => merged(colours))
  const backgrounds = merged(drawn.flatMap(([background]) => (background ? [{ ...background, share: 1 }] : [])))
  const [common] = backgrounds
  if (!common) return undefined
  const uses = drawn.map(([background, ...others]) =>
    others.flatMap((colour) => {
      const distance = background ? distanceOf(background, colour) : 0
      const isUsed = colour.share >= accentShareMin && distance >= sameColourDistance
      return isUsed ? [{ ...colour, share: distance }] : []
    }),
  )
  const accents = merged(uses.flat())
    .filter((accent) => distanceOf(accent, common) >= sameColourDistance)
    .slice(0, paletteColoursMax - 1)
  const using = (lists: readonly (readonly Swatch[])[], wanted: Swatch) =>
    lists.filter((colours) => colours.some((colour) => distanceOf(colour, wanted) < sameColourDistance)).length
  return {
    background: {
      hex: hexOf(common),
      pictures: using(
        drawn.map((colours) => colours.slice(0, 1)),
        common,
      ),
    },
    accents: accents.map((accent) => ({ hex: hexOf(accent), pictures: using(uses, accent) })),
    pictures: pictures.length,
  }
}

/** Adds each swatch to the nearest larger cluster, or starts one. A cluster has the mean colour of its swatches. */
function merged(swatches: readonly Swatch[]): readonly Swatch[] {
  const clusters: Swatch[] = []
  for (const swatch of swatches.toSorted(byShare)) {
    const distances = clusters.map((cluster) => distanceOf(cluster, swatch))
    const nearest = distances.indexOf(Math.min(...distances))
    const cluster = clusters[nearest]
    if (cluster && (distances[nearest] as number) < sameColourDistance) clusters[nearest] = mean(cluster, swatch)
    else clusters.push(swatch)
  }
  return clusters.sort(byShare)
}

function byShare(one: Swatch, other: Swatch): number {
  return other.share - one.share || one.lightness - other.lightness || one.a - other.a || one.b - other.b
}

function distanceOf(one: Swatch, other: Swatch): number {
  return Math.hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b)
}

function mean(one: Swatch, other: Swatch): Swatch {
  const share = one.share + other.share
  const mixed = (member: 'lightness' | 'a' | 'b') => (one[member] * one.share + other[member] * other.share) / share
  return { lightness: mixed('lightness'), a: mixed('a'), b: mixed('b'), share }
}

/** CIE Lab (D65) → sRGB. */
function hexOf({ lightness, a, b }: Swatch): string {
  const y = (lightness + 16) / 116
  const [x, luminance, z] = [0.95047 * fromRoot(y + a / 500), fromRoot(y), 1.08883 * fromRoot(y - b / 200)] as const
  const channels = [
    3.2404542 * x - 1.5371385 * luminance - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * luminance + 0.041556 * z,
    0.0556434 * x - 0.2040259 * luminance + 1.0572252 * z,
  ]
  return `#${channels.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`
}

function fromRoot(root: number): number {
  return root ** 3 > 216 / 24389 ? root ** 3 : (116 * root - 16) / (24389 / 27)
}

function byteOf(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}
