/** A request for scores has 32 MiB at most; a file takes a third more as text. */
const bytesMax = 16 * 1024 * 1024
/** The service takes so many frames in a batch. */
const framesMax = 10_000

/** Cuts a list into parts that each fit into one request. */
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
