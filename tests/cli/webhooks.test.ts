import { verifyWebhook } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFlakyProxy } from '../harness/flaky-proxy.ts'
import { useService } from '../harness/use-service.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { answer, type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { openFolder } from './terminal.ts'

describe('palate webhooks', () => {
  const service = useService('sqlite', loopbackAllowed)
  const folder = openFolder()
  const { palate, must } = folder
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    await folder.login(service)
  })
  afterAll(async () => {
    await receiver.stop()
    folder.remove()
  })
  const makeProfile = (name: string) => service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name } })

  test('an unknown event type is named once, and nothing is created', async () => {
    const add = (events: string) => palate(['webhooks', 'add', receiver.url, '--events', events])
    const lists = 'GET /v1/event-types lists them'
    expect(await add('nope')).toEqual({
      code: 2,
      stdout: '',
      stderr: `palate: "nope" is not an event type: ${lists}\n`,
    })
    expect((await add('profile.*,nope,nada')).stderr).toBe(`palate: "nope", "nada" are not event types: ${lists}\n`)
    expect(await must('webhooks')).toContain('No webhooks yet')
  })

  test('a refusal of the service is said once', async () => {
    const { code, stderr } = await palate(['keys', 'create', ''])
    expect([code, stderr]).toEqual([1, 'palate: /name: must have 1 to 255 characters\n'])
  })

  test('a webhook is created, shown by its URL, tested, changed and removed', async () => {
    expect(await must('webhooks')).toBe('No webhooks yet. Create one: palate webhooks add https://…\n')
    const made = await palate(['webhooks', 'add', receiver.url, '--events', 'webhook.test, profile.*'])
    expect(made.stdout).toMatch(/^whsec_\S{44}\n$/)
    expect(await must('webhooks')).toMatch(
      /^URL +EVENTS +PROJECT +STATUS +ID\nhttp:\S+ +webhook.test,profile.\* +all +enabled +hook_\w+\n$/,
    )
    expect(await must('webhooks', 'test', receiver.url)).toMatch(/responded with 204 in \d+ ms\.\n$/)
    const [tested] = await receiver.waitFor(1, 'webhook.test')
    expect(await verifyWebhook(made.stdout.trim(), tested?.headers ?? {}, tested?.text ?? '')).toMatchObject({
      type: 'webhook.test',
    })
    receiver.behave(answer(500))
    const failed = await palate(['webhooks', 'test', receiver.url])
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('responded with 500; it will be retried'),
    })
    receiver.accept()
    const listed = await must('webhooks', 'deliveries', receiver.url, '--status', 'delivered')
    const [, id = ''] = /webhook\.test +delivered +1 +204 +(dlv_\w+)\n$/.exec(listed) ?? []
    expect(await must('webhooks', 'replay', id)).toContain('Resending webhook.test.')
    expect(await must('webhooks', 'delivery', id)).toMatch(
      /^webhook\.test \w+ \(event evt_\w+, webhook hook_\w+\)\n.* 204 /,
    )
    expect(await must('webhooks', 'dead-letters')).toBe('No dead letters.\n')
    expect(await must('webhooks', 'replay', '--dead')).toBe('Resending 0 dead letters.\n')
    const since = ['--webhook', receiver.url, '--since', '1h', '--type', 'webhook.test']
    // The other test event may still be retried automatically.
    expect(await must('webhooks', 'replay', ...since)).toMatch(/^Resending (1 delivery|2 deliveries)\.\n$/)
    expect(await must('webhooks', 'deliveries', receiver.url, '--until', '1h')).toBe('No deliveries.\n')
    expect(await must('webhooks', 'replay', ...since, '--until', '1h')).toBe('Resending 0 deliveries.\n')
    expect((await palate(['webhooks', 'replay', '--since', '1h'])).code).toBe(2)
    expect((await palate(['webhooks', 'rotate-secret', receiver.url])).stdout).toMatch(/^whsec_\S{44}\n$/)
    expect(await must('webhooks', 'update', receiver.url, '--disable')).toContain('disabled (requested).\n')
    const kept = await palate(['webhooks', 'remove', receiver.url])
    expect(kept).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('pass --yes') })
    expect(await must('webhooks', 'remove', receiver.url, '--yes')).toContain('Deleted the webhook')
    const gone = await palate(['webhooks', 'show', receiver.url])
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('`palate webhooks` lists them') })
  })

  test('listen forwards events with a new signature, across an outage of the service, until Ctrl-C', async () => {
    const [proxy, mine] = [await createFlakyProxy(new URL(service.url)), await startReceiver()]
    const url = `http://127.0.0.1:${proxy.port}`
    const env = { PALATE_URL: url, PALATE_API_KEY: service.key }
    const running = folder.start(['webhooks', 'listen', '--forward', mine.url, '--types', 'profile.*'], { env })
    try {
      await expect.poll(running.stderr).toContain('listening; press Ctrl-C to stop')
      await makeProfile('Before')
      const [first] = await mine.waitFor(1, 'profile.created')
      const [, secret = ''] = /signed with (whsec_\S+)/.exec(running.stderr()) ?? []
      const event = await verifyWebhook(secret, first?.headers ?? {}, first?.text ?? '')
      expect(event).toMatchObject({ type: 'profile.created', projectId: 'studio', data: { name: 'Before' } })
      await proxy.cut()
      await makeProfile('Meanwhile')
      mine.behave(answer(503))
      await proxy.mend()
      const [, second] = await mine.waitFor(2, 'profile.created')
      expect(second?.body.data.name).toBe('Meanwhile')
      await expect.poll(() => running.stdout().split('\n').length).toBe(3)
      const { code, stdout } = await running.interrupt()
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /profile\.created {2}studio {2}Before {2}→ 204 in \d+ ms .*\n.*Meanwhile {2}→ 503 in \d+ ms /,
      )
    } finally {
      running.kill()
      await mine.stop()
      await proxy.cut()
    }
  })

  test("listen --since starts in the past, and with --json prints the API's events", async () => {
    await makeProfile('Past')
    const running = folder.start(['webhooks', 'listen', '--since', '1h', '--json', '--types', 'profile.created'])
    try {
      const names = () =>
        running
          .stdout()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line).data.name)
      await expect.poll(names).toContain('Past')
      await makeProfile('Now')
      await expect.poll(() => names().at(-1)).toBe('Now')
      expect(new Set(names()).size).toBe(names().length)
      expect((await running.interrupt()).code).toBe(0)
    } finally {
      running.kill()
    }
    expect((await palate(['webhooks', 'listen', '--types', 'profile.none'])).code).toBe(2)
  })
})
