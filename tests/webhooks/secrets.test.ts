import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { dumpStore } from '../harness/dump-store.ts'
import { createHome, engines, type Home, type TestService } from '../harness/service.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, deliveries, sendTest, settled, startWithWebhooks } from './webhook-requests.ts'

const newKey = () => randomBytes(32).toString('base64')
const plainSecret = `whsec_${randomBytes(32).toString('base64')}`
const sealed = /sealed1:[0-9a-f]{8}:[A-Za-z0-9+/=]+/g

describe('webhook secrets', () => {
  let home: Home
  let receiver: Receiver
  let service: TestService
  const key = newKey()
  beforeEach(async () => {
    home = await createHome('sqlite')
    receiver = await startReceiver()
    service = await start({ PALATE_SECRET_KEY: key })
  })
  afterEach(async () => {
    await service.stop()
    await receiver.stop()
    await home.remove()
  })

  const start = (env: Readonly<Record<string, string>> = {}) => startWithWebhooks('sqlite', env, home)

  async function restart(env?: Readonly<Record<string, string>>): Promise<void> {
    await service.stop()
    service = await start(env)
  }

  const secretsInStore = async () => [...(await dumpStore(home)).matchAll(sealed)].map(([text]) => text)

  /** Stores a secret as a version of Palate did that knew no encryption. */
  async function storePlain(webhookId: string): Promise<void> {
    const direct = await openDirectConnection(home)
    await direct.execute(`update webhooks set secret = '${plainSecret}', old_secret = null where id = '${webhookId}'`)
    await direct.close()
  }

  const isSignedWith = (secret: string, { text, headers }: Received) => {
    try {
      return new Webhook(secret).verify(text, { ...headers }) !== undefined
    } catch {
      return false
    }
  }

  test('no table contains a secret, and deliveries are signed with it, also after a rotation', async () => {
    const { id, secret } = await createWebhook(service, receiver.url)
    const rotated = (await service.call('POST', `/v1/webhooks/${id}/rotate-secret`)).body.secret
    await sendTest(service, id)
    const [got] = await receiver.waitFor(1)
    for (const one of [secret, rotated]) expect(got && isSignedWith(one, got)).toBe(true)
    await settled(service, id, 'delivered')
    const dump = await dumpStore(home)
    for (const one of [secret, rotated]) expect(dump).not.toContain(one.slice('whsec_'.length))
    expect(dump).not.toContain('whsec_')
    expect(await secretsInStore()).toHaveLength(2)
  })

  test('a secret in plain text is encrypted at the next start and stays the same', async () => {
    const { id } = await createWebhook(service, receiver.url)
    await storePlain(id)
    await restart({ PALATE_SECRET_KEY: key })
    expect(await dumpStore(home)).not.toContain(plainSecret)
    await sendTest(service, id)
    const [got] = await receiver.waitFor(1)
    expect(got && isSignedWith(plainSecret, got)).toBe(true)
  })

  test('a new key with the old one in PALATE_SECRET_KEY_OLD encrypts all secrets again', async () => {
    const { id, secret } = await createWebhook(service, receiver.url)
    await service.call('POST', `/v1/webhooks/${id}/rotate-secret`)
    const before = await secretsInStore()
    const next = newKey()
    await restart({ PALATE_SECRET_KEY: next, PALATE_SECRET_KEY_OLD: key })
    const after = await secretsInStore()
    const ids = (texts: readonly string[]) => new Set(texts.map((text) => text.split(':')[1]))
    expect(after).toHaveLength(2)
    expect([...ids(after)].some((one) => ids(before).has(one))).toBe(false)
    await restart({ PALATE_SECRET_KEY: next })
    await sendTest(service, id)
    const [got] = await receiver.waitFor(1)
    expect(got && isSignedWith(secret, got)).toBe(true)
  })

  test('with a wrong key the service works and deliveries wait until the right one is back', async () => {
    const { id, secret } = await createWebhook(service, receiver.url)
    const wrong = newKey()
    await restart({ PALATE_SECRET_KEY: wrong })
    await sendTest(service, id)
    const other = await createWebhook(service, receiver.url)
    await sendTest(service, other.id)
    // The dispatcher has been through both webhooks once the other one's delivery is there.
    await settled(service, other.id, 'delivered')
    expect(await deliveries(service, id)).toMatchObject([{ status: 'pending', attempts: [] }])
    expect((await service.call('GET', '/readyz')).status).toBe(200)
    await restart({ PALATE_SECRET_KEY: key, PALATE_SECRET_KEY_OLD: wrong })
    await settled(service, id, 'delivered')
    expect(receiver.got.filter((got) => isSignedWith(secret, got))).toHaveLength(1)
  })

  test('a secret that was copied to another row does not sign', async () => {
    const [one, other] = [await createWebhook(service, receiver.url), await createWebhook(service, receiver.url)]
    const direct = await openDirectConnection(home)
    await direct.execute(
      `update webhooks set secret = (select secret from webhooks where id = '${one.id}') where id = '${other.id}'`,
    )
    await direct.close()
    await sendTest(service, other.id)
    await sendTest(service, one.id)
    await settled(service, one.id, 'delivered')
    expect(await deliveries(service, other.id)).toMatchObject([{ status: 'pending', attempts: [] }])
  })
})

describe('the key of the embedded store', () => {
  let home: Home
  let service: TestService | undefined
  let file: string
  beforeEach(async () => {
    home = await createHome('sqlite')
    file = join(home.env.PALATE_DATA_DIR ?? '', 'secret-key')
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
    await home.remove()
  })

  test('is created at the first start, readable only by its owner, and stays', async () => {
    service = await startWithWebhooks('sqlite', {}, home)
    const key = readFileSync(file, 'utf8')
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(home.env.PALATE_DATA_DIR ?? '').filter((name) => name.startsWith('secret-key'))).toHaveLength(1)
    await service.stop()
    service = await startWithWebhooks('sqlite', {}, home)
    expect(readFileSync(file, 'utf8')).toBe(key)
  })

  test('also decrypts once PALATE_SECRET_KEY replaces it', async () => {
    service = await startWithWebhooks('sqlite', {}, home)
    await createWebhook(service, 'http://127.0.0.1:1/')
    await service.stop()
    const env = { PALATE_SECRET_KEY: newKey() }
    service = await startWithWebhooks('sqlite', env, home)
    await service.stop()
    rmSync(file)
    service = await startWithWebhooks('sqlite', env, home)
    const [text] = [...(await dumpStore(home)).matchAll(sealed)]
    const other = await createWebhook(service, 'http://127.0.0.1:1/')
    expect(other.id).toMatch(/^hook_/)
    const ids = [...(await dumpStore(home)).matchAll(sealed)].map(([one]) => one.split(':')[1])
    expect(new Set(ids)).toEqual(new Set([text?.[0].split(':')[1]]))
  })

  test('is refused if it is not a key', async () => {
    writeFileSync(file, 'short\n')
    await expect(startWithWebhooks('sqlite', {}, home)).rejects.toThrow('must contain 32 bytes in base64')
  })
})

describe.runIf(engines.includes('postgres'))('PostgreSQL without PALATE_SECRET_KEY', () => {
  test('stores secrets in plain text, and a process with the key encrypts them', async () => {
    const home = await createHome('postgres')
    let service = await startWithWebhooks('postgres', { PALATE_SECRET_KEY: '' }, home)
    const { secret } = await createWebhook(service, 'http://127.0.0.1:1/')
    expect(await dumpStore(home)).toContain(secret)
    await service.stop()
    service = await startWithWebhooks('postgres', { PALATE_SECRET_KEY: newKey() }, home)
    expect(await dumpStore(home)).not.toContain(secret)
    await service.stop()
    await home.remove()
  })
})
