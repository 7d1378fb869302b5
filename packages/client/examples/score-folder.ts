/**
 * Scores the pictures of a folder and prints them, best first.
 *
 *   PALATE_URL=http://127.0.0.1:8080 PALATE_API_KEY=plt_… node score-folder.ts prof_… pictures/
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Palate } from '@palate/client'

const [profileId = '', folder = '.'] = process.argv.slice(2)
const palate = new Palate()

const { projectId } = await palate.profiles.get(profileId, { snapshots: 'omit' })
const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|gif|avif)$/i.test(name))
const frames: { id: string; url: string }[] = []
for (const name of names) {
  const { url } = await palate.frames.upload(join(folder, name), { projectId })
  frames.push({ id: name, url })
}

const results: { name: string; score: number }[] = []
for await (const line of palate.scoreBatch({ profile_id: profileId, frames, dimensions: ['aesthetics'] })) {
  if (line.type === 'score') results.push({ name: line.frame_id, score: Number(line.aesthetics) })
  if (line.type === 'error') process.stderr.write(`${line.frame_id}: ${line.error.message}\n`)
}
for (const { name, score } of results.toSorted((a, b) => b.score - a.score))
  process.stdout.write(`${score.toFixed(4)} ${name}\n`)
