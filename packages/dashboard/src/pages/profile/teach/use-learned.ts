import type { Profile } from '@palate/client'
import { attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ScorableFrame, useFramesToRank } from '../../../api/frame-scores.ts'
import { palate } from '../../../api/palate.ts'
import { noticeError } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import type { ComparedFrame } from '../../../ui/ranking.ts'
import { describeTraits } from './learned.ts'
import { roundSize } from './progress.ts'

export interface Learned {
  /** After how many judgements. */
  readonly judgements: number
  readonly isLoading: boolean
  readonly error?: unknown
  /** Empty if the key may not score, or the project has no pictures. */
  readonly frames: readonly ComparedFrame[]
  /** What was learned, and how well the profile predicts its owner, in sentences. */
  readonly sentences: readonly string[]
}

interface Scored extends ScorableFrame {
  readonly score: number | null
  readonly measured: Readonly<Record<string, number>>
}

/**
 * Scores the same pictures of the project before the first judgement and after each five of them. `settled`: what was
 * judged is stored.
 */
export function useLearned({ id, projectId }: Profile, dimension: string, settled: () => Promise<void>) {
  const mayScore = useMay('score')
  const frames = useFramesToRank({ id, projectId }, mayScore).data
  const [learned, setLearned] = useState<Learned>()
  const [count, setCount] = useState(0)
  const before = useRef<Promise<readonly Scored[]>>(undefined)
  const take = useCallback(() => scorePictures(id, dimension, frames ?? []), [id, dimension, frames])

  useEffect(() => {
    before.current = take()
    before.current.catch(noticeError)
  }, [take])

  const show = useCallback(
    async (judgements: number) => {
      const begun = { judgements, isLoading: false, frames: [], sentences: [] }
      setLearned({ ...begun, isLoading: true })
      // Who has gone on meanwhile is not interrupted.
      const finish = (found: Partial<Learned>) =>
        setLearned((open) => (open?.judgements === judgements ? { ...begun, ...found } : open))
      try {
        await settled()
        const old = await before.current
        const [now, prediction] = await Promise.all([take(), predictionOf(id, dimension)])
        before.current = Promise.resolve(now)
        finish(compare(old ?? [], now, prediction))
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

async function scorePictures(
  profileId: string,
  dimension: string,
  frames: readonly ScorableFrame[],
): Promise<readonly Scored[]> {
  if (frames.length === 0) return []
  const { scores } = await palate.score({
    profile_id: profileId,
    include_working: true,
    dimensions: [dimension, ...attributes.map(({ name }) => name)],
    frames: frames.map(({ id, url }) => ({ id, url })),
  })
  return frames.map((frame, i) => {
    const numberOf = (name: string) => {
      const value = scores[i]?.[name]
      return typeof value === 'number' ? value : null
    }
    const measured = Object.fromEntries(attributes.map(({ name }) => [name, numberOf(name) ?? 0]))
    return { ...frame, score: numberOf(dimension), measured }
  })
}

function compare(before: readonly Scored[], after: readonly Scored[], prediction: string | undefined) {
  const old = new Map(before.map(({ id, score }) => [id, score]))
  const scored = after.flatMap(({ id, src, name, score, measured }) => {
    const scoreBefore = old.get(id) ?? null
    return scoreBefore === null || score === null
      ? []
      : [{ id, src, alt: name, before: scoreBefore, after: score, measured }]
  })
  const traits = describeTraits(
    scored.map((frame) => ({ change: frame.after - frame.before, measured: frame.measured })),
  )
  return { frames: scored, sentences: [traits, prediction].filter((sentence) => sentence !== undefined) }
}

async function predictionOf(profileId: string, dimension: string): Promise<string | undefined> {
  const { dimensions } = await palate.profiles.diagnostics(profileId, { includeWorking: 'true' })
  const statement = dimensions.find(({ name }) => name === dimension)?.selfPrediction?.statement
  return statement === undefined ? undefined : `${statement.charAt(0).toUpperCase()}${statement.slice(1)}.`
}
