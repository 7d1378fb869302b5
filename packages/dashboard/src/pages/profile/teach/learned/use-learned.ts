import type { Preview, Profile } from '@palate/client'
import { attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { comparedFrame } from '../../../../api/previews.ts'
import { noticeError } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/session.ts'
import type { ComparedFrame } from '../../../../ui/pictures/ranking.ts'
import { roundSize } from '../progress.ts'
import { describeTraits } from './learned.ts'

export interface Learned {
  /** The number of judgements it follows. */
  readonly judgements: number
  readonly isLoading: boolean
  readonly error?: unknown
  /** Empty if the key cannot see previews or the project has no pictures. */
  readonly frames: readonly ComparedFrame[]
  /** What was learned, and how well the profile predicts its owner, in sentences. */
  readonly sentences: readonly string[]
}

type Previewed = Preview['frames']

/**
 * Ranks the same pictures of the project before the first judgement and after every five. `settled`: all judgements are
 * stored.
 */
export function useLearned({ id }: Profile, dimension: string, settled: () => Promise<void>) {
  const mayPreview = useMay('score', 'write')
  const [learned, setLearned] = useState<Learned>()
  const [count, setCount] = useState(0)
  const before = useRef<Promise<Previewed>>(undefined)
  const take = useCallback(
    async (same: Previewed = []) => (mayPreview ? previewOf(id, dimension, same) : []),
    [id, dimension, mayPreview],
  )

  useEffect(() => {
    before.current = take()
    before.current.catch(noticeError)
  }, [take])

  const show = useCallback(
    async (judgements: number) => {
      const begun = { judgements, isLoading: false, frames: [], sentences: [] }
      setLearned({ ...begun, isLoading: true })
      // Do not interrupt a user who has continued in the meantime.
      const finish = (found: Partial<Learned>) =>
        setLearned((open) => (open?.judgements === judgements ? { ...begun, ...found } : open))
      try {
        await settled()
        const old = (await before.current) ?? []
        const [now, prediction] = await Promise.all([take(old), predictionOf(id, dimension)])
        before.current = Promise.resolve(now)
        finish(compare(old, now, dimension, prediction))
      } catch (error) {
        noticeError(error)
        before.current = take()
        before.current.catch(() => undefined)
        finish({ error })
      }
    },
    [id, dimension, settled, take],
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

function compare(before: Previewed, after: Previewed, dimension: string, prediction: string | undefined) {
  const old = new Map(before.map(({ id, to }) => [id, to[dimension] ?? null]))
  const scored = after.flatMap((frame) => {
    const shown = { ...comparedFrame(frame, dimension), before: old.get(frame.id) ?? null }
    return shown.before === null || shown.after === null
      ? []
      : [{ shown, change: shown.after - shown.before, measured: measuredIn(frame) }]
  })
  const sentences = [describeTraits(scored), prediction].filter((sentence) => sentence !== undefined)
  return { frames: scored.map(({ shown }) => shown), sentences }
}

function measuredIn({ to }: Previewed[number]): Readonly<Record<string, number>> {
  return Object.fromEntries(attributes.map(({ name }) => [name, to[name] ?? 0]))
}

async function predictionOf(profileId: string, dimension: string): Promise<string | undefined> {
  const { dimensions } = await palate.profiles.diagnostics(profileId, { includeWorking: 'true' })
  const statement = dimensions.find(({ name }) => name === dimension)?.selfPrediction?.statement
  return statement === undefined ? undefined : `${statement.charAt(0).toUpperCase()}${statement.slice(1)}.`
}
