import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Served } from '../../harness/serve.ts'

const uploadsAtOnce = 4

/** Uploads the pictures at these addresses to the library, and returns the addresses of their frames. */
export async function uploadFrames(served: Served, pictures: readonly string[]): Promise<readonly string[]> {
  const upload = async (picture: string) => (await uploadJpeg(served, await (await fetch(picture)).arrayBuffer())).url
  const frames: string[] = []
  for (const slice of slicesOf(pictures, uploadsAtOnce)) frames.push(...(await Promise.all(slice.map(upload))))
  return frames
}

/** Uploads a picture to the library. */
export async function uploadJpeg({ url, key }: Served, body: ArrayBuffer | Uint8Array<ArrayBuffer>) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' }
  const response = await fetch(`${url}/api/frames/upload?projectId=bench`, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as { readonly id: string; readonly url: string }
}
