/** A scoring request is limited to 32 MiB; base64 makes a file a third larger. */
const bytesMax = 16 * 1024 * 1024
/** The service's limit of frames per batch. */
const framesMax = 10_000

/** Splits a list into chunks that each fit into one request. */
export function chunksOf<Item extends { readonly file?: File }>(items: readonly Item[]): readonly (readonly Item[])[] {
  const chunks: Item[][] = []
  let bytes = 0
  for (const item of items) {
    const size = item.file?.size ?? 0
    const last = chunks.at(-1)
    if (!last || last.length >= framesMax || (bytes + size > bytesMax && last.length > 0)) {
      chunks.push([item])
      bytes = size
    } else {
      last.push(item)
      bytes += size
    }
  }
  return chunks
}
