import type { EmbedderCheck } from '@palate/server/main.ts'
import { table } from '../terminal/text.ts'

type Measures = EmbedderCheck['yours']

const rows: readonly (readonly [string, (measures: Measures) => string])[] = [
  ['id', ({ id }) => id],
  ['dimensions', ({ dimensions }) => String(dimensions)],
  ['time per frame', ({ msPerFrame }) => `${msPerFrame.toFixed(1)} ms`],
  ['likeness of flipped copies', ({ likeness }) => share(likeness.flipped)],
  ['likeness of recompressed copies', ({ likeness }) => share(likeness.recompressed)],
  ['likeness of different pictures', ({ likeness }) => share(likeness.different)],
  ['judgements predicted correctly', ({ heldOut }) => (heldOut ? share(heldOut.correct) : '–')],
]

/** The two embedders side by side, followed by what they were measured on. */
export function tableOf(check: EmbedderCheck): readonly string[] {
  const cells = rows.map(([name, read]) => [name, read(check.yours), read(check.builtin)])
  return [...table([['', 'yours', 'built-in'], ...cells]), '', ...notesOn(check)]
}

function notesOn({ pictures, unreadable, judgements, dimension, yours }: EmbedderCheck): readonly string[] {
  const measured = `Measured on ${pictures} pictures and ${judgements} judgements of ${dimension}.`
  return [
    measured,
    ...(unreadable > 0 ? [`${unreadable} pictures could not be read.`] : []),
    ...(yours.heldOut
      ? []
      : ['Prediction needs ten judgements: pass --profile, or --pictures with folders good and bad.']),
  ]
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}
