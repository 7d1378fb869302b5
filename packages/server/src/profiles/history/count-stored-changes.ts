import { sameJson } from '@palate/core/json.ts'
import { countReplaced } from '@palate/core/profile/history/version-changes.ts'
import { type Element, type ElementKind, elementKinds, type VersionChanges } from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import type { ObjectReader } from '../snapshots/object-reader.ts'
import { elementHashes } from '../snapshots/objects.ts'
import { createShortener } from '../snapshots/text-blobs.ts'

/**
 * Counts the differences between two stored states, given the hashes of their roots. Reads only the elements that
 * differ. Without a first state, every element counts as added.
 */
export async function countStoredChanges(
  before: string | undefined,
  after: string,
  reader: ObjectReader,
): Promise<VersionChanges> {
  const counts = new Map<ElementKind, VersionChanges[ElementKind]>()
  for (const kind of elementKinds) {
    const from = new Set(before === undefined ? [] : await elementHashes(before, kind, reader))
    const to = new Set(await elementHashes(after, kind, reader))
    const gone = await readElements(
      kind,
      [...from].filter((hash) => !to.has(hash)),
      reader,
    )
    const come = await readElements(
      kind,
      [...to].filter((hash) => !from.has(hash)),
      reader,
    )
    const kept = [...come.keys()].filter((id) => gone.has(id))
    const without = (elements: ReadonlyMap<string, Element>) =>
      [...elements.values()].filter(({ id }) => !gone.has(id) || !come.has(id))
    const replaced = countReplaced(kind, without(gone), without(come))
    counts.set(kind, {
      added: come.size - kept.length - replaced,
      removed: gone.size - kept.length - replaced,
      changed: kept.filter((id) => !sameJson(gone.get(id), come.get(id))).length + replaced,
    })
  }
  return Object.fromEntries(counts) as VersionChanges
}

/** Replaces text blobs with references. Older objects contain the texts themselves and would appear to differ. */
async function readElements(kind: ElementKind, hashes: readonly string[], reader: ObjectReader) {
  const found = new Map<string, Element>()
  for await (const contents of reader.contents(hashes)) {
    const elements = contents.map((content) => JSON.parse(content) as Element)
    for (const element of shortenElements(kind, elements, createShortener(new Map()))) found.set(element.id, element)
  }
  return found
}
