/** Several times what any embedder looks at, so that the score hardly changes. */
const longerSideMax = 2048
/** A person waits for this on their own machine, which may be busy; the service gives up earlier. */
const shrinkSecondsMax = 120

/**
 * A picture that says the same in fewer bytes, for a file that is larger than the service scores. Even noise stays below
 * the limit. Throws if the service would refuse the picture at any size, with its words.
 */
export async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  // The decoder takes long to load, and few pictures need it.
  const { openPicture, readHeader } = await import('@palate/server/pictures/decoding/decode.ts')
  await readHeader(bytes)
  const inside = { fit: 'inside', withoutEnlargement: true } as const
  return openPicture(
    bytes,
    (picture) => picture.resize(longerSideMax, longerSideMax, inside).webp({ quality: 90, effort: 2 }),
    shrinkSecondsMax,
  )
}
