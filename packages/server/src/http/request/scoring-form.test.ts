import { Fault } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import { expect, test } from 'vitest'
import { createScoringForms, formBytesAtOnceMax, waitingFormsMax } from './scoring-form.ts'

const contentType = 'multipart/form-data; boundary=b'
const text = '--b\r\nContent-Disposition: form-data; name="request"\r\n\r\n{}\r\n--b--\r\n'

/** A form of this declared length, which is sent once `send` is called. */
function formOf(length: number) {
  const sending = Promise.withResolvers<void>()
  let isBeingRead = false
  async function* chunks() {
    isBeingRead = true
    await sending.promise
    yield Buffer.from(text)
  }
  const form: ByteStream = { mediaType: 'multipart/form-data', contentType, length, chunks: chunks() }
  return { form, send: sending.resolve, isBeingRead: () => isBeingRead }
}

const { signal } = new AbortController()

test('forms of one account take at most half of the memory, and are not read until there is room', async () => {
  const forms = createScoringForms()
  const [first, second, other] = [formOf(formBytesAtOnceMax / 2), formOf(1000), formOf(1000)]
  const reading = [
    forms.read(first.form, 'many', signal),
    forms.read(second.form, 'many', signal),
    forms.read(other.form, 'other', signal),
  ] as const
  await expect.poll(other.isBeingRead).toBe(true)
  expect([first.isBeingRead(), second.isBeingRead()]).toEqual([true, false])
  first.send()
  const { release } = await reading[0]
  expect(second.isBeingRead()).toBe(false)
  release()
  await expect.poll(second.isBeingRead).toBe(true)
  second.send()
  other.send()
  for (const { release } of await Promise.all(reading)) release()
})

test('too many waiting forms of an account are refused, to be sent again', async () => {
  const forms = createScoringForms()
  const first = formOf(formBytesAtOnceMax / 2)
  const leaving = new AbortController()
  const reading = forms.read(first.form, 'many', signal)
  const waiting = Array.from({ length: waitingFormsMax }, () => forms.read(formOf(1000).form, 'many', leaving.signal))
  const refusal = await forms.read(formOf(1000).form, 'many', signal).catch((error) => error)
  expect(refusal).toBeInstanceOf(Fault)
  expect(refusal).toMatchObject({ code: 'unavailable', extras: { headers: { 'retry-after': '2' } } })
  leaving.abort(new Error('left'))
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(
    Array(waitingFormsMax).fill('rejected'),
  )
  first.send()
  ;(await reading).release()
})

test('a form that cannot be read gives its memory back', async () => {
  const forms = createScoringForms()
  const broken: ByteStream = {
    mediaType: 'multipart/form-data',
    contentType,
    length: formBytesAtOnceMax / 2,
    chunks: (async function* () {
      yield Buffer.from('--b\r\nnonsense')
    })(),
  }
  await expect(forms.read(broken, 'many', signal)).rejects.toMatchObject({ code: 'invalid_request' })
  const next = formOf(formBytesAtOnceMax / 2)
  next.send()
  const { release, request } = await forms.read(next.form, 'many', signal)
  expect(String(request)).toBe('{}')
  release()
})
