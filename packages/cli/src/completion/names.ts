import type { Palate } from '@palate/client'
import { type ApiOptions, openKnownClient, readProfile } from '../api/connection/client.ts'
import { describeElement } from '../api/history/describe-elements.ts'
import { shortId } from '../api/history/versions.ts'
import { heldJudgements } from '../api/judgements/held.ts'
import type { Candidate } from './candidate.ts'

export type NameKind = keyof typeof readers

type Open = () => Palate

/** Nobody reads more candidates than this. */
const namesMax = 200
const answerMsMax = 1_500

const readers = {
  profile: async (open: Open) =>
    (await open().profiles.list({ limit: namesMax }, patience)).profiles.map(({ name, id }) => ({
      text: name,
      description: id,
    })),
  branch: async (open: Open, options: ApiOptions) => branches(await readProfile(open(), options)),
  version: async (open: Open, options: ApiOptions) => {
    const profile = await readProfile(open(), options)
    const versions = profile.profileData.versions.slice(-namesMax).toReversed()
    return [
      { text: 'HEAD', description: 'the last commit' },
      ...branches(profile),
      ...versions.map(({ id, message }) => ({ text: shortId(id), description: message })),
    ]
  },
  judgement: async (open: Open, options: ApiOptions) => {
    const held = heldJudgements(await readProfile(open(), options)).slice(0, namesMax)
    return held.map(({ id, element }) => ({
      text: String(element.name ?? element.questionId ?? id),
      description: describeElement(element),
    }))
  },
  project: async (open: Open) => (await open().projects(patience)).projects.map(({ id }) => ({ text: id })),
  webhook: async (open: Open) =>
    (await open().webhooks.list({ limit: namesMax }, patience)).webhooks.map(({ id, url }) => ({
      text: id,
      description: url,
    })),
  key: async (open: Open) =>
    (await open().keys.list({ limit: namesMax }, patience)).keys.map(({ name, id }) => ({
      text: name,
      description: id,
    })),
  dimension: async () => {
    const { attributes } = await import('@palate/core/taste/attributes.ts')
    return [...['aesthetics', 'likeness', 'usability'], ...attributes.map(({ name }) => name)].map(word)
  },
  event: async () => (await import('@palate/core/webhooks/events.ts')).eventTypes.map(word),
} satisfies Record<string, (open: Open, options: ApiOptions) => Promise<readonly Candidate[]>>

const patience = { retries: 0, timeoutMs: answerMsMax }

/** Requests names from the service. Returns none without a login, a profile or a response. */
export async function readNames(kind: NameKind, options: ApiOptions): Promise<readonly Candidate[]> {
  try {
    return await readers[kind](() => openKnownClient(options), options)
  } catch {
    return []
  }
}

function branches({ profileData }: Awaited<ReturnType<typeof readProfile>>): readonly Candidate[] {
  return profileData.branches.map(({ name, description = '' }) => ({ text: name, description }))
}

function word(text: string): Candidate {
  return { text }
}
