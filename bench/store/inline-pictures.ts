import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import sharp from 'sharp'
import type { Env } from '../../tests/harness/home.ts'
import { bytes, type Line, median, ms, timed } from '../harness/report.ts'
import type { Served } from '../harness/serve.ts'
import { pictureBytes, storedBytes } from './database-size.ts'

const pictures = 200
const sample = 10

interface Pair {
  readonly inline: number
  readonly addresses: number
}

/** Changes of a profile with 200 exemplars: inline pictures compared with URLs. */
export async function measureInlinePictures(served: Served, env: Env): Promise<readonly Line[]> {
  const inline = await Promise.all(Array.from({ length: pictures }, (_, i) => picture(i)))
  const sent = inline.reduce((sum, text) => sum + text.length, 0)
  const before = await pictureBytes(env)
  const inlined = await createProfile(served, 'inline', (i) => ({ imageData: inline[i] }))
  const addressed = await createProfile(served, 'addresses', (i) => ({ url: `https://127.0.0.1:9/${i}.jpg` }))
  for (const profile of [inlined, addressed]) await profile.commit()
  await untilRead(served, inlined.path)
  const sizeOf = async () => [await storedBytes(env, inlined.id), await storedBytes(env, addressed.id)] as const
  const [inlinedBefore, addressedBefore] = await sizeOf()

  // Alternate, so that changes in the machine's load affect both.
  const times: Record<'patch' | 'refused' | 'annotate', Pair[]> = { patch: [], refused: [], annotate: [] }
  for (let i = 0; i < sample; i++) {
    times.patch.push({ inline: await timed(inlined.commit), addresses: await timed(addressed.commit) })
    times.refused.push({ inline: await timed(inlined.beRefused), addresses: await timed(addressed.beRefused) })
  }
  const [inlinedAfter, addressedAfter] = await sizeOf()
  for (let i = 0; i < sample; i++) {
    times.annotate.push({ inline: await timed(inlined.annotate), addresses: await timed(addressed.annotate) })
  }
  const growth = (inlinedAfter - inlinedBefore) / sample
  const usual = (addressedAfter - addressedBefore) / sample
  const stored = (await pictureBytes(env)) - before
  const { frames } = (await served.call('GET', '/api/frames?projectId=inline-pictures')).body
  return [
    { what: `pictures of ${pictures} exemplars, as sent`, figure: bytes(sent) },
    { what: 'resulting frames in the library', figure: String(frames.length), met: frames.length === pictures },
    {
      what: 'what the store holds of them',
      figure: `${bytes(stored)}, ${(stored / sent).toFixed(2)} times`,
      target: 'each once',
      met: stored < 1.2 * sent,
    },
    {
      what: 'growth of the profile per commit',
      figure: `${bytes(growth)}, with URLs ${bytes(usual)}`,
      target: 'the same',
      met: growth < 1.5 * usual,
    },
    ...compared('annotation', times.annotate, 1.5),
    ...compared('PATCH that sends the whole state again', times.patch),
    ...compared('the same, parsed and validated, then refused by If-Match', times.refused),
    ...compared('the commit alone: PATCH minus refused PATCH', differences(times.patch, times.refused)),
  ]
}

function differences(longer: readonly Pair[], shorter: readonly Pair[]): readonly Pair[] {
  return longer.map(({ inline, addresses }, i) => ({
    inline: inline - (shorter[i]?.inline ?? 0),
    addresses: addresses - (shorter[i]?.addresses ?? 0),
  }))
}

function compared(what: string, pairs: readonly Pair[], ratioMax?: number): readonly Line[] {
  const [inline, addresses] = [median(pairs.map((pair) => pair.inline)), median(pairs.map((pair) => pair.addresses))]
  const ratio = inline / addresses
  const figure = `${ms(inline)}, with URLs ${ms(addresses)}, ratio ${ratio.toFixed(2)}`
  const target = ratioMax === undefined ? {} : { target: `at most ${ratioMax}`, met: ratio <= ratioMax }
  return [{ what: `${what} (median of ${sample})`, figure, ...target }]
}

async function createProfile({ call }: Served, name: string, pictureOf: (i: number) => object) {
  const { body } = await call('POST', '/v1/profiles', { body: { projectId: 'inline-pictures', name } })
  const path = `/v1/profiles/${body.id}`
  const exemplars = Array.from({ length: pictures }, (_, i) => ({ id: `e${i}`, label: 'good', ...pictureOf(i) }))
  let count = 0
  let head: string | null = null

  async function must(method: string, at: string, sent: object) {
    const { status, text, body: answer } = await call(method, at, { body: sent })
    if (status >= 300) throw new Error(text)
    return answer
  }

  function versionNamed(id: string) {
    const constraints = [{ id: 'c', question: 'How?', answer: `so, ${id}` }]
    return {
      id,
      branchId: 'main',
      parentVersionId: head,
      message: `Commit ${id}`,
      snapshot: { constraints, exemplars },
    }
  }

  return {
    path,
    id: body.id as string,
    /** Sends the whole state, like a client that uses only PATCH. */
    async commit(): Promise<void> {
      count += 1
      const version = versionNamed(`v${count}`)
      await must('PATCH', path, { profileData: { versions: [version] } })
      head = version.id
    },
    /** Sends the same on top of an outdated state: it is parsed and validated, but nothing is stored. */
    async beRefused(): Promise<void> {
      const sent = { profileData: { versions: [versionNamed('refused')] } }
      const { status, text } = await call('PATCH', path, { body: sent, headers: { 'if-match': '"0.0"' } })
      if (status !== 412) throw new Error(text)
    },
    annotate: () =>
      must('POST', `${path}/annotations`, {
        exemplars: [{ label: 'bad', url: `https://pictures.test/${Math.random()}` }],
      }),
  }
}

/** Waits until every picture was read and has become a frame. */
async function untilRead({ call }: Served, path: string): Promise<void> {
  for (;;) {
    await call('GET', `${path}?snapshots=omit`)
    const { pictures: shown } = (await call('GET', `${path}/pictures`)).body
    if (shown.every(({ status }: { status: string }) => status === 'read')) return
    await pause(200)
  }
}

/** About 16 kB of noise. */
async function picture(seed: number): Promise<string> {
  const side = 64
  const data = Buffer.alloc(side * side * 3)
  const random = seededRandom(seed)
  for (let i = 0; i < data.length; i++) data[i] = random() * 256
  const png = await sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
