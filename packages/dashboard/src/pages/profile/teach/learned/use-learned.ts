import type { Preview, Profile } from '@palate/client'
import { rankFrames } from '@palate/core/report/ranking.ts'
import { attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { comparedFrame } from '../../../../api/previews.ts'
import { noticeError } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/session.ts'
import { percent } from '../../../../ui/format.ts'
import { describeMoves, type RankedFrame } from '../../../../ui/pictures/ranking.ts'
import { roundSize } from '../progress.ts'
import { describeTraits } from './learned.ts'

export interface Learned {
  /** The number of judgements it follows. */
  readonly judgements: number
  /** The frames that changed places, largest move first. */
  readonly frames: readonly RankedFrame[]
  /** What was learned, what moved, and how well the profile predicts its owner. */
  readonly sentences: readonly string[]
}

type Previewed = Preview['frames']

/**
 * Ranks the same pictures of the project before the first judgement and after every five. `settled`: all judgements are
 * stored. `isReady`: there is something to judge. The first ranking waits for it, because both take processor time.
 */
export function useLearned({ id }: Profile, dimension: string, settled: () => Promise<void>, isReady: boolean) {
  const mayPreview = useMay('score', 'write')
  const [learned, setLearned] = useState<Learned>()
  const [count, setCount] = useState(0)
  const before = useRef<Promise<Previewed>>(undefined)
  const preview = useCallback(
    async (same: Previewed = []) => (mayPreview ? previewOf(id, dimension, same) : []),
    [id, dimension, mayPreview],
  )

  useEffect(() => {
    if (!isReady || before.current) return
    before.current = preview()
    before.current.catch(noticeError)
  }, [preview, isReady])

  const show = useCallback(
    async (judgements: number) => {
      try {
        await settled()
        const old = (await before.current) ?? []
        const [now, prediction] = await Promise.all([preview(old), predictionOf(id, dimension)])
        before.current = Promise.resolve(now)
        const found = compare(old, now, dimension)
        // Nothing to say: the earlier summary, if there is one, stays.
        if (found.frames.length === 0) return
        setLearned({ judgements, frames: found.frames, sentences: [...found.sentences, ...prediction] })
      } catch (error) {
        noticeError(error)
        before.current = preview()
        before.current.catch(() => undefined)
      }
    },
    [id, dimension, settled, preview],
  )

  const judged = useCallback(() => {
    setCount(count + 1)
    if ((count + 1) % roundSize === 0) void show(count + 1)
  }, [count, show])
  const tookBack = useCallback(() => setCount(Math.max(0, count - 1)), [count])
  const close = useCallback(() => setLearned(undefined), [])
  return { learned, count, judged, tookBack, close }
}

/** Scores in the dimension, and measured attributes. The service chooses the pictures unless they are given. */
async function previewOf(profileId: string, dimension: string, same: Previewed): Promise<Previewed> {
  const frames = same.flatMap(({ id, url }) => (url === null ? [] : [{ id, url }]))
  const preview = await palate.profiles.preview(profileId, {
    to: 'working',
    dimensions: [dimension, ...attributes.map(({ name }) => name)],
    ...(frames.length > 0 && { frames }),
  })
  return preview.frames
}

/** Pictures in the summary. */
const movedMax = 6

function compare(before: Previewed, after: Previewed, dimension: string) {
  const old = new Map(before.map(({ id, to }) => [id, to[dimension] ?? null]))
  const scored = after.flatMap((frame) => {
    const shown = { ...comparedFrame(frame, dimension), before: old.get(frame.id) ?? null }
    return shown.before === null || shown.after === null
      ? []
      : [{ shown, change: shown.after - shown.before, measured: measuredIn(frame) }]
  })
  const ranked = rankFrames(scored.map(({ shown }) => shown))
  const moved = ranked.filter(({ rise }) => rise !== 0).toSorted((a, b) => Math.abs(b.rise) - Math.abs(a.rise))
  const sentences = [describeTraits(scored), describeMoves(ranked)].filter((sentence) => sentence !== undefined)
  return { frames: moved.slice(0, movedMax), sentences }
}

function measuredIn({ to }: Previewed[number]): Readonly<Record<string, number>> {
  return Object.fromEntries(attributes.map(({ name }) => [name, to[name] ?? 0]))
}

async function predictionOf(profileId: string, dimension: string): Promise<readonly string[]> {
  const { dimensions } = await palate.profiles.diagnostics(profileId, { include_working: 'true' })
  const known = dimensions.find(({ name }) => name === dimension)?.selfPrediction
  return known == null ? [] : [`It knows you ${percent(known.correct)}: that often it guesses your judgements right.`]
}
