import { Palate } from '@palate/client'
import sharp from 'sharp'

export const projectId = 'studio'
const uploadsAtOnce = 8
const counts = { exemplars: 300, comparisons: 500, versions: 200 }

export interface FilledProject {
  readonly profileId: string
  readonly versionId: string
}

/** A project with this many frames, and a profile with 300 exemplars, 500 comparisons and 200 versions. */
export async function fillProject({ url, key }: { url: string; key: string }, frames: number): Promise<FilledProject> {
  const palate = new Palate({ url, apiKey: key })
  const urls = await fillLibrary(palate, frames)
  const budget = { comparisons: { total: 10_000 }, labels: { total: 10_000 }, questions: { total: 1000 } }
  const { id } = await palate.profiles.create({ projectId, name: 'House style', seed: 'Calm and warm.' })
  await palate.profiles.update(id, { profileData: { budget } })
  const at = (i: number) => urls[i % urls.length] ?? ''
  const perVersion = {
    exemplars: counts.exemplars / counts.versions,
    comparisons: counts.comparisons / counts.versions,
  }
  let versionId = ''
  for (let version = 0; version < counts.versions; version++) {
    const from = (perEach: number) => Math.floor(version * perEach)
    const indices = (perEach: number) =>
      Array.from({ length: from(perEach) + Math.ceil(perEach) - from(perEach) }, (_, i) => from(perEach) + i)
    await palate.annotations.add(id, {
      exemplars: indices(perVersion.exemplars).map((i) => ({ url: at(i), label: i % 3 === 0 ? 'bad' : 'good' })),
      comparisons: indices(perVersion.comparisons).map((i) => {
        const [frameA, frameB] = [`a${i}`, `b${i}`]
        return { frameA: { id: frameA, url: at(i) }, frameB: { id: frameB, url: at(i + 17) }, winner: frameA }
      }),
    })
    versionId = (await palate.profiles.commit(id, { message: `Version ${version + 1}` })).id
  }
  return { profileId: id, versionId }
}

async function fillLibrary(palate: Palate, count: number): Promise<readonly string[]> {
  const urls: string[] = new Array(count)
  const numbers = Array.from({ length: count }, (_, i) => i).values()
  const upload = async () => {
    for (const i of numbers) {
      const frame = await palate.frames.upload(await draw(i), { projectId, name: `picture-${i}.jpg` })
      urls[i] = frame.url
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload))
  return urls
}

/** Gradients in many colours and shapes. */
async function draw(i: number): Promise<Blob> {
  const [width, height] = [400 + (i % 5) * 80, 300 + (i % 7) * 50]
  const hue = (i * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},${30 + (i % 60)}%,${25 + (i % 50)}%)"/>
    <circle cx="${(i * 13) % width}" cy="${(i * 29) % height}" r="${40 + (i % 90)}" fill="hsl(${(hue + 120) % 360},60%,55%)"/>
  </svg>`
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], { type: 'image/jpeg' })
}
