import sharp from 'sharp'
import { createRandom } from '../../demo/random.ts'
import { boundary, formOf } from '../../tests/frames/frame-requests.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import { processorMs } from '../harness/serve.ts'
import { openScoringFixture } from '../score/setup/fixture.ts'

const frames = 64
const side = 512
const rounds = 5
const msMax = 1500

/** 64 new pictures of 512 × 512, sent as the parts of a form, as a trainer does. The same pictures are then known. */
export async function measureRewardCost(): Promise<readonly Line[]> {
  const fixture = await openScoringFixture()
  const served = await fixture.serve()
  try {
    const profileId = await createProfile(served)
    const fresh: number[] = []
    const known: number[] = []
    const used: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const form = await formFor(profileId, round)
      const before = processorMs(served.child)
      const took = await timed(() => send(form))
      const usedMs = processorMs(served.child) - before
      const again = await timed(() => send(form))
      // The first request starts the threads.
      if (round === 0) continue
      fresh.push(took)
      used.push(usedMs / frames)
      known.push(again)
    }
    return [
      {
        what: `${frames} new frames of ${side} × ${side} (${rounds} rounds)`,
        figure: `p50 ${ms(median(fresh))}, ${ms(median(used))} of processor time a frame`,
        target: `p50 ≤ ${msMax} ms`,
        met: median(fresh) <= msMax,
      },
      { what: 'the same frames again', figure: `p50 ${ms(median(known))}` },
    ]
  } finally {
    await served.stop()
    await fixture.close()
  }

  async function send(raw: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const { status, text } = await served.call('POST', '/v1/reward', { raw, headers })
    if (status !== 200) throw new Error(text)
  }
}

async function formFor(profileId: string, round: number): Promise<Uint8Array<ArrayBuffer>> {
  const names = Array.from({ length: frames }, (_, i) => `p${i}`)
  const request = { profile_id: profileId, frames: names.map((name) => ({ id: name, url: `part:${name}` })) }
  const pictures = await Promise.all(names.map((_, i) => paintedJpeg(round * frames + i)))
  return formOf([
    { field: 'request', bytes: Buffer.from(JSON.stringify(request)) },
    ...pictures.map((bytes, i) => ({ field: `p${i}`, name: `p${i}.jpg`, bytes })),
  ])
}

/** A soft picture, so that 64 of them fit into a request. */
function paintedJpeg(seed: number): Promise<Buffer> {
  const random = createRandom(seed)
  const small = Uint8Array.from({ length: 8 * 8 * 3 }, () => random.whole(0, 255))
  return sharp(small, { raw: { width: 8, height: 8, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer()
}
