import type { Client } from '../harness/client.ts'
import { type Mood, paint } from '../scoring/pictures.ts'

export interface UploadedFrame {
  readonly id: string
  readonly url: string
  readonly name: string
}

const moods: readonly Mood[] = ['warm', 'cold', 'grey']

/** A project with this many pictures in its library, and an untaught profile. */
export async function createProject(service: Client, projectId: string, pictures: number) {
  const frames: UploadedFrame[] = []
  for (let i = 0; i < pictures; i++) frames.push(await upload(service, projectId, i))
  return { id: await createProfile(service, projectId, 'Editorial'), projectId, frames }
}

/** The id of another untaught profile of a project. */
export async function createProfile(service: Client, projectId: string, name: string): Promise<string> {
  const { body } = await service.call('POST', '/v1/profiles', { body: { projectId, name } })
  return body.id as string
}

/** Its uncommitted changes and budget. */
export async function stateOf(service: Client, profileId: string) {
  const { body } = await service.call('GET', `/v1/profiles/${profileId}`)
  const { constraints, exemplars, comparisons } = body.profileData.workingChanges
  return { constraints, exemplars, comparisons, budget: body.profileData.budget }
}

export function paintNumber(number: number): Promise<Buffer> {
  return paint({ mood: moods[number % moods.length] ?? 'warm', seed: number })
}

/** A file in Playwright's format. */
export async function pictureFile(number: number, name = `picture-${number}.png`) {
  return { name, mimeType: 'image/png', buffer: await paintNumber(number) }
}

async function upload(service: Client, projectId: string, number: number): Promise<UploadedFrame> {
  return uploadPicture(service, projectId, `picture-${number}.png`, await paintNumber(number))
}

export async function uploadPicture(service: Client, projectId: string, name: string, bytes: Buffer) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  const headers = { authorization: `Bearer ${service.key}` }
  const response = await fetch(`${service.url}/api/frames/upload?projectId=${projectId}`, {
    method: 'POST',
    headers,
    body: form,
  })
  return (await response.json()) as UploadedFrame
}
