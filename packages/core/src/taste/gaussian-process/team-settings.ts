import type { TasteSettings } from './observations.ts'

/** How much less probable it is that several people share a simple taste than that one has it. */
const sharedSimplicity = 0.3
/** A simple taste with many factors would take the differences between people for one taste. */
const ofManyFactors = ['all', 'linear'] as const

/** The settings for judgements of so many voices. */
export function settingsFor(settings: TasteSettings, voices: number): TasteSettings {
  const { simpleTastes } = settings
  if (voices < 2 || !simpleTastes) return settings
  const weights = { ...simpleTastes.weights }
  for (const name of Object.keys(weights) as (keyof typeof weights)[]) weights[name] *= sharedSimplicity
  for (const name of ofManyFactors) weights[name] = 0
  return { ...settings, simpleTastes: { ...simpleTastes, weights } }
}
