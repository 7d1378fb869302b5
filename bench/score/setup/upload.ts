import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Served } from '../../harness/serve.ts'

const uploadsAtOnce = 4

/** Uploads the pictures at these addresses to the library, and returns the addresses of their frames. */
export async function uploadFrames({ url, key }: Served, pictures: readonly string[]): Promise<readonly string[]> {
  const upload = async (picture: string) => {
    const response = await fetch(`${url}/api/frames/upload?projectId=bench`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
      body: await (await fetch(picture)).arrayBuffer(),
    })
    const { url: frame } = (await response.json()) as { readonly url?: string }
    if (frame === undefined) throw new Error(`${response.status}: the picture was not uploaded`)
    return frame
  }
  const frames: string[] = []
  for (const slice of slicesOf(pictures, uploadsAtOnce)) frames.push(...(await Promise.all(slice.map(upload))))
  return frames
}
