import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add } from '../annotations/annotation-requests.ts'
import type { Client } from '../harness/client.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { diagnose, openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'

describe('judging is blind', () => {
  let stage: Stage
  let ann: PersonClient
  let viewer: PersonClient
  let id: string
  let own: string
  const hashOf = (path: string) => path.split('/').at(-1) ?? ''
  beforeAll(async () => {
    stage = await openStage('sqlite')
    ann = await createPerson(stage.service, 'judge', 'Ann')
    const ben = await createPerson(stage.service, 'editor', 'Ben')
    viewer = await createPerson(stage.service, 'viewer', 'Vera')
    const labels = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => ({
        ...{ id: `e${i}`, label: i % 2 === 0 ? 'good' : 'bad', by: i < 2 ? ann.id : ben.id },
        url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i),
      })),
    )
    id = await profileWith(stage.service, { exemplars: labels })
    await diagnose(stage.service, id)
    const { pictures } = (await stage.service.call('GET', `/v1/profiles/${id}/pictures`)).body
    own = pictures.find(({ elementId }: { elementId: string }) => elementId === 'e0').contentHash
  })
  afterAll(() => stage.close())

  const goodIn = async (client: Client): Promise<readonly string[]> => {
    const { body } = await client.call('GET', `/v1/profiles/${id}/brief?format=json`)
    return body.examples.good.map(({ elementId }: { elementId: string }) => elementId).sort()
  }

  it('for whoever has the role: the examples and representative pictures of a brief are their own, and the rest of it is the team’s', async () => {
    expect(await goodIn(viewer)).toEqual(['e0', 'e10', 'e2', 'e4', 'e6', 'e8'])
    expect(await goodIn(ann)).toEqual(['e0'])
    const rest = async (client: Client) => {
      const { examples, representative, ...brief } = (await client.call('GET', `/v1/profiles/${id}/brief?format=json`))
        .body
      return brief
    }
    expect(await rest(ann)).toEqual(await rest(viewer))
    const { body: hers } = await ann.call('GET', `/v1/profiles/${id}/brief?format=json`)
    expect(hers.representative).toEqual(['e0'])
    await add(ann, id, { exemplars: [{ label: 'bad', url: await stage.picture('warm', 2) }] })
    const { body } = await ann.call('GET', `/v1/profiles/${id}/brief?format=json&include_working=true`)
    expect(body.examples.bad.map(({ elementId }: { elementId: string }) => elementId)).toHaveLength(2)
  })

  it('in diagnostics, whose examples of an attribute are pictures that they have judged', async () => {
    const shownTo = async (client: Client) => {
      const { tendencies } = await diagnose(client, id)
      const examples: { lowest: string; highest: string }[] = tendencies.attributes.flatMap(
        (attribute: { examples?: unknown }) => attribute.examples ?? [],
      )
      return new Set(examples.flatMap(({ lowest, highest }) => [hashOf(lowest), hashOf(highest)]))
    }
    expect(await shownTo(ann)).toEqual(new Set([own]))
    expect((await shownTo(viewer)).size).toBeGreaterThan(2)
  })
})
