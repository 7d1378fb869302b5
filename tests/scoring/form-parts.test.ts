import { readForm } from '@palate/server/streaming/form.ts'
import { expect, test } from 'vitest'
import { longestHoldShare } from '../harness/event-loop.ts'

test('a form with many parts is parsed in turns with other work', async () => {
  const partCount = 5000
  const part = (_: unknown, i: number) => `--b\r\nContent-Disposition: form-data; name="${i}"\r\n\r\nx\r\n`
  const bytes = Buffer.from(`${Array.from({ length: partCount }, part).join('')}--b--\r\n`)
  const sent = new Map<string, string>()
  const read = () => {
    const chunks = (async function* () {
      yield bytes
    })()
    const form = { mediaType: 'multipart/form-data', contentType: 'multipart/form-data; boundary=b', length: 1, chunks }
    return readForm(form, partCount, async ({ name, chunks }) => {
      let text = ''
      for await (const chunk of chunks) text += Buffer.from(chunk).toString()
      sent.set(name, text)
    })
  }
  expect(await longestHoldShare(read)).toBeLessThan(0.3)
  expect([sent.size, new Set(sent.values())]).toEqual([partCount, new Set(['x'])])
})
