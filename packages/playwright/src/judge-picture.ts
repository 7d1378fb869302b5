import { type FrameScores, Palate } from '@palate/client'
import type { Judgement, SuitOptions } from './judgement.ts'
import { findProfile, readAccess } from './settings.ts'

/** Scores a PNG. Throws if that is impossible, so that neither `toSuit` nor `not.toSuit` passes by accident. */
export async function judgePicture(png: Uint8Array, options: SuitOptions = {}): Promise<Judgement> {
  const { dimension = 'aesthetics', profile = findProfile() } = options
  const { score, verdict } = await scorePicture(png, profile, dimension).catch((cause: Error) => {
    throw new Error(`Palate could not score the screenshot with ${profile}: ${cause.message}`, { cause })
  })
  const min = options.min ?? verdict?.pass
  if (min === undefined) throw new Error(`${dimension} has no threshold: pass \`min\``)
  return {
    profile,
    dimension,
    score,
    min,
    suits: score >= min,
    // It is about the threshold of the profile.
    unsure: options.min === undefined && verdict?.unsure === true,
    differences: verdict?.differences ?? [],
    suggestions: verdict?.suggestions ?? [],
  }
}

async function scorePicture(png: Uint8Array, profile: string, dimension: string) {
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const { scores } = await new Palate(readAccess()).score({
    profile_id: profile,
    frames: [{ id: 'screenshot', url }],
    dimensions: [dimension],
    verdict: true,
  })
  // The dimension is not known to the compiler, which therefore takes every member for a score.
  const [frame] = scores as unknown as readonly Pick<FrameScores, 'error' | 'verdict'>[]
  const score = (frame as Readonly<Record<string, unknown>> | undefined)?.[dimension]
  if (typeof score !== 'number') throw new Error(frame?.error?.message ?? 'the response has no score')
  return { score, verdict: frame?.verdict?.[dimension] }
}
