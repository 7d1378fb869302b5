import { readFile } from 'node:fs/promises'
import { unusualAttributes } from '@palate/core/taste/attributes/extremes.ts'
import { attributes, measureAttributes, type Pixels } from '@palate/core/taste/attributes.ts'
import { problemIn, problemSignsOf } from '@palate/core/taste/novelty/problem.ts'
import { decodePicture, forAttributes } from '@palate/server/pictures/decoding/decode.ts'
import type { Line } from '../harness/report.ts'
import type { Check, Context } from './context.ts'
import { meanOf, percentOf } from './figures.ts'

const shape = { shape: 'whole', side: 224 } as const
const photographsUsed = 60
/** The share of the height or the width that both bars add. */
const barShares = [0.12, 0.33]
/** In standard deviations of the attribute over photographs, of the attribute that moves most. */
const moveMax = 0.35

/** What bars around a picture change in what is measured, and what is said about pictures without anything on them. */
export const barsAndBlanks: Check = {
  title: 'Letterbox bars and blank frames',
  run: async (context) => [...(await barLines(context)), ...blankLines()],
}

async function barLines({ photographs, features }: Context): Promise<readonly Line[]> {
  const deviations = new Map(
    attributes.map(({ name }) => {
      const values = features.map((picture) => picture.attributes[name])
      const mean = meanOf(values)
      return [name, Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))] as const
    }),
  )
  const varied = attributes.filter(({ name }) => (deviations.get(name) ?? 0) > 0.01)
  const pictures = await Promise.all(
    photographs
      .slice(0, photographsUsed)
      .map(async ({ path }) => forAttributes(await decodePicture(await readFile(path), shape))),
  )
  const lines: Line[] = []
  for (const share of barShares) {
    const compared = pictures.map((picture) => {
      const [bare, barred, uncut] = [
        picture,
        withBars(picture, share, [0, 0, 0]),
        withBars(picture, share, [25, 25, 25]),
      ]
      return [bare, barred, uncut].map(measureAttributes)
    })
    const worst = (which: 1 | 2) =>
      varied
        .map(({ name }) => {
          const moves = compared.map((measured) =>
            Math.abs((measured[which]?.[name] ?? 0) - (measured[0]?.[name] ?? 0)),
          )
          return { name, move: meanOf(moves) / (deviations.get(name) as number) }
        })
        .reduce((a, b) => (b.move > a.move ? b : a))
    const [cut, uncut] = [worst(1), worst(2)]
    lines.push({
      ...{ what: `bars of ${percentOf(share)}: the attribute that moves most`, target: `≤ ${moveMax} deviations` },
      ...{ figure: `${cut.name} by ${cut.move.toFixed(2)} deviations`, met: cut.move <= moveMax },
    })
    lines.push({
      what: `bars of ${percentOf(share)}, too light to be cut`,
      figure: `${uncut.name} by ${uncut.move.toFixed(2)} deviations`,
    })
  }
  return lines
}

function withBars({ width, height, data }: Pixels, share: number, colour: readonly [number, number, number]): Pixels {
  const bar = Math.round((height * share) / 2)
  const result = new Uint8Array(3 * width * (height + 2 * bar))
  for (let byte = 0; byte < result.length; byte++) result[byte] = colour[byte % 3] as number
  result.set(data, 3 * width * bar)
  return { width, height: height + 2 * bar, data: result }
}

function blankLines(): readonly Line[] {
  const colours = [
    [0, 0, 0],
    [255, 255, 255],
    [128, 128, 128],
    [20, 40, 120],
  ] as const
  const blanks = colours.map((colour) => {
    const [width, height] = [256, 160]
    const data = new Uint8Array(3 * width * height).map((_, byte) => colour[byte % 3] as number)
    return { width, height, data }
  })
  const arrangement = ['symmetry', 'balance', 'grid_alignment', 'sharpness', 'straightness'] as const
  const claims = blanks.filter((blank) =>
    unusualAttributes(measureAttributes(blank)).some(({ name }) => arrangement.some((one) => one === name)),
  )
  const flagged = blanks.filter((blank) => problemIn(problemSignsOf(blank)) === 'blank')
  return [
    {
      ...{ what: 'blank frames that are called symmetric, balanced, aligned or sharp', target: 'none' },
      ...{ figure: `${claims.length} of ${blanks.length}`, met: claims.length === 0 },
    },
    {
      ...{ what: 'blank frames that are flagged', target: 'all' },
      ...{ figure: `${flagged.length} of ${blanks.length}`, met: flagged.length === blanks.length },
    },
  ]
}
