import { expect } from 'vitest'
import type { Client } from '../harness/client.ts'
import { profileWith, type Stage } from '../scoring/scoring-service.ts'

/** Exemplars of warm pictures labelled good and of cold ones labelled bad: `good0`, `bad0`, … */
export async function warmExemplars(stage: Stage, perSide: number, more: object = {}) {
  const seeds = Array.from({ length: perSide }, (_, i) => i)
  return [
    ...(await Promise.all(
      seeds.map(async (i) => ({ id: `good${i}`, label: 'good', url: await stage.picture('warm', 100 + i), ...more })),
    )),
    ...(await Promise.all(
      seeds.map(async (i) => ({ id: `bad${i}`, label: 'bad', url: await stage.picture('cold', 200 + i), ...more })),
    )),
  ]
}

/** A profile that likes warm pictures. */
export async function warmProfile(stage: Stage, perSide = 5, wanted: object = {}): Promise<string> {
  return profileWith(stage.service, { exemplars: await warmExemplars(stage, perSide) }, wanted)
}

export async function thresholdOf(client: Client, id: string, query = '') {
  const answer = await client.call('GET', `/v1/profiles/${id}/threshold${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
