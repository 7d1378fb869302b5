import type { McpContext } from './context.ts'
import type { WebpImage } from './results.ts'

interface Example {
  readonly label: 'good' | 'bad'
  readonly name?: string | undefined
  readonly elementId: string
  readonly thumbnail: string
}

/** All images together. Clients refuse results that are much larger. */
const imageBytesMax = 200_000

/** Small pictures of examples, with captions. Those that would make the result too large are left out. */
export async function readImages(
  { palate }: Pick<McpContext, 'palate'>,
  examples: readonly Example[],
): Promise<readonly WebpImage[]> {
  const images: WebpImage[] = []
  let bytesLeft = imageBytesMax
  for (const [index, { label, name, elementId, thumbnail }] of examples.entries()) {
    const read = async (size: 'chat' | 'small') =>
      new Uint8Array(await (await palate.frames.thumbnailAt(thumbnail, { size })).arrayBuffer())
    // An equal share of what is left, so that none is left out because of those before.
    let bytes = await read('chat')
    if (bytes.length > bytesLeft / (examples.length - index)) bytes = await read('small')
    if (bytes.length > bytesLeft) continue
    bytesLeft -= bytes.length
    images.push({ caption: `${label}: ${name ?? elementId}`, bytes })
  }
  return images
}
