import { innerProduct } from '@palate/core/taste/gaussian-process/kernel.ts'
import { type LikenessHead, type LookHead, openLikenessSpace } from '@palate/core/taste/likeness/space.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import type { ObjectAxes } from '../objects/object-axes.ts'
import { calibrationOf, type Member } from './calibrate.ts'
import { fitContentView } from './content-view.ts'
import { fitLookView, lookAttributes } from './look-view.ts'
import type { Sample, Samples } from './sample.ts'

const about =
  'Fitted by scripts/fit-likeness.ts on photographs of the OASIS set (Kurdi et al. 2017), edited at random, and on the ' +
  'website screenshots of calista-ai website-aesthetics-datasets (MIT), and with the map of scripts/fit-objects.ts, which was ' +
  'fitted on Caltech-101 (CC BY 4.0). Holds no picture and no judgement.'

/** Fits all views. The look view is calibrated with a fit to half of the looks, on the other half. */
export function fitLikenessHead({ edited: samples, usual }: Samples, objectAxes: ObjectAxes): LikenessHead {
  const uncalibrated = {
    about,
    attributes: lookAttributes,
    look: fitLookView(samples, 'embedding'),
    lookByAttributes: fitLookView(samples, 'attributes'),
    content: fitContentView(samples, objectAxes),
  }
  const [half, otherHalf] = [samples.filter(({ look }) => look % 2 === 0), samples.filter(({ look }) => look % 2 === 1)]
  const halfFit = {
    ...uncalibrated,
    look: fitLookView(half, 'embedding'),
    lookByAttributes: fitLookView(half, 'attributes'),
  }
  const themed = samples.filter(({ theme }) => theme !== undefined)
  const correlation = correlationOf(membersOf(uncalibrated, 'builtin', 1, themed, ({ theme = 0 }) => theme))
  const content = { ...uncalibrated.content, correlation }
  const byLook = ({ look }: Sample) => look
  const completed = (look: LookHead, embedder: 'builtin' | 'other'): LookHead => ({
    ...calibrated(look, halfFit, embedder, membersOf(halfFit, embedder, 0, otherHalf, byLook)),
    usual: pack(usual.flatMap((pictures) => meanLook(uncalibrated, embedder, pictures))),
  })
  return {
    ...uncalibrated,
    look: completed(uncalibrated.look, 'builtin'),
    lookByAttributes: completed(uncalibrated.lookByAttributes, 'other'),
    content: {
      ...content,
      calibration: calibrationOf(
        { name: 'content', between: correlation / (1 - correlation) },
        membersOf({ ...uncalibrated, content }, 'builtin', 1, themed, ({ theme = 0 }) => theme),
      ),
    },
  }
}

function calibrated(
  look: LookHead,
  halfFit: LikenessHead,
  embedder: 'builtin' | 'other',
  members: readonly Member[],
): LookHead {
  const [view] = openLikenessSpace(halfFit, embedder).views
  if (!view) throw new Error('a likeness space has a look view')
  return { ...look, calibration: calibrationOf(view, members) }
}

function membersOf(
  head: LikenessHead,
  embedder: 'builtin' | 'other',
  view: number,
  samples: readonly Sample[],
  groupOf: (sample: Sample) => number,
): readonly Member[] {
  const space = openLikenessSpace(head, embedder)
  return samples.map((sample) => ({
    at: space.project(sample.features).at[view] ?? new Float32Array(),
    group: groupOf(sample),
  }))
}

function meanLook(head: LikenessHead, embedder: 'builtin' | 'other', pictures: readonly PictureFeatures[]): number[] {
  const space = openLikenessSpace(head, embedder)
  const points = pictures.map((picture) => space.project(picture).at[0] ?? new Float32Array())
  return Array.from(points[0] ?? [], (_, i) => points.reduce((sum, at) => sum + (at[i] as number), 0) / points.length)
}

/** The mean cosine between two pictures of one group. Between groups it is about 0. */
function correlationOf(members: readonly Member[]): number {
  let [sum, count] = [0, 0]
  for (const own of Map.groupBy(members, ({ group }) => group).values()) {
    for (const [i, a] of own.entries()) {
      for (const b of own.slice(i + 1)) {
        sum += innerProduct(a.at, b.at) / Math.sqrt(innerProduct(a.at, a.at) * innerProduct(b.at, b.at))
        count += 1
      }
    }
  }
  return sum / count
}
