import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('palate rollback', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  let proxy: Server
  /** Runs between the command's two reads of the profile. */
  let meanwhile: (() => Promise<unknown>) | undefined
  let id: string
  beforeAll(async () => {
    let readings = 0
    proxy = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      const body = await buffer(request)
      if (method === 'GET' && url.startsWith(`/v1/profiles/${id}?`) && meanwhile && ++readings === 2) await meanwhile()
      const sent = { authorization: headers.authorization ?? '', 'content-type': 'application/json' }
      const ifMatch = headers['if-match']
      const answer = await fetch(service.url + url, {
        method,
        headers: { ...sent, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
        ...(body.length > 0 && { body }),
      })
      const etag = answer.headers.get('etag')
      response.writeHead(answer.status, { 'content-type': 'application/json', ...(etag !== null && { etag }) })
      response.end(await answer.text())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    await folder.login({ ...service, url })
    await must('init', 'House style', '--create', '--project', 'studio')
    id = folder.profileId()
  })
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
    folder.remove()
  })

  test('refuses to roll back past a commit made while it ran', async () => {
    const others = new Palate({ url: service.url, apiKey: service.key })
    const commit = async (message: string) => {
      await others.annotations.add(id, { constraints: [{ question: 'q', answer: message }] })
      return others.profiles.commit(id, { message })
    }
    await commit('One')
    await commit('Two')
    let unseen: string | undefined
    meanwhile = async () => {
      unseen = (await commit('Of somebody else')).id
    }
    const refused = await palate(['rollback', 'HEAD~1'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`main is now at ${unseen}; review it before you roll back`)
    const { profileData } = await others.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.branches[0]?.headVersionId).toBe(unseen)
  })
})
