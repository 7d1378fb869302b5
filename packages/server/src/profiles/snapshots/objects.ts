import { hash as digest } from 'node:crypto'
import { canonicalJson } from '@palate/core/json.ts'
import { type Element, type ElementKind, elementKinds, type Snapshot } from '@palate/core/profile/schema.ts'
import type { ObjectReader } from './object-reader.ts'

/**
 * Snapshots are content-addressed, the way git stores trees: every part is stored once, under the hash of its content.
 *
 * An element is an object. A list of elements is split into chunks of about sixteen. A chunk is an object that lists
 * the hashes of its items, and a list of chunks is split in the same way until one hash is left. An item's own hash
 * decides whether a chunk ends there (content-defined chunking), so that changing one element changes one chunk per
 * level. A commit therefore adds a few hundred bytes, however large the profile is, and equal states have equal hashes.
 */
export type Objects = ReadonlyMap<string, string>

export function packSnapshot(snapshot: Snapshot): { readonly hash: string; readonly objects: Objects } {
  const objects = new Map<string, string>()
  const keep = (content: string, name = content) => {
    const hash = hashOf(name)
    objects.set(hash, content)
    return hash
  }
  const lists = elementKinds.map((kind) => {
    const leaves = snapshot[kind].map((element) => keep(JSON.stringify(element), nameOf(element)))
    return [kind, packList(leaves, keep)] as const
  })
  const latentScores = keep(canonicalJson(snapshot.latentScores))
  const root: Root = { ...(Object.fromEntries(lists) as Record<ElementKind, PackedList>), latentScores }
  return { hash: keep(rootMark + canonicalJson(root)), objects }
}

/** The name of the object that stores an element. */
export function elementHash(element: Element): string {
  return hashOf(nameOf(element))
}

/** Equal for equal elements, whatever the order of their members. */
function nameOf(element: Element): string {
  return canonicalJson(element)
}

/** The JSON text of a packed snapshot. `objects` must contain all its parts. */
export function unpackSnapshot(hash: string, objects: Objects): string {
  const root = readRoot(hash, objects)
  const lists = elementKinds.map((kind) => {
    const elements = leavesOf(root[kind], objects).map((leaf) => contentOf(leaf, objects))
    return `"${kind}":[${elements.join(',')}]`
  })
  return `{${lists.join(',')},"latentScores":${contentOf(root.latentScores, objects)}}`
}

/** The same text in pieces, read while it is sent. */
export async function* snapshotPieces(hash: string, reader: ObjectReader): AsyncGenerator<string> {
  const root = readRoot(hash, await reader.read([hash]))
  for (const [i, kind] of elementKinds.entries()) {
    let before = `${i === 0 ? '{' : '],'}"${kind}":[`
    for await (const elements of reader.contents(await readLeaves(root[kind], reader))) {
      if (elements.length === 0) continue
      yield before + elements.join(',')
      before = ','
    }
    if (before !== ',') yield before
  }
  yield '],"latentScores":'
  for await (const [latentScores = ''] of reader.contents([root.latentScores])) yield `${latentScores}}`
}

/** The hashes of the objects directly below the given ones, for reading level by level. */
export function partsOf(hashes: Iterable<string>, objects: Objects): readonly string[] {
  return [...hashes].flatMap((hash) => {
    const content = contentOf(hash, objects)
    if (content.startsWith(chunkMark)) return readChunk(hash, objects)
    if (!content.startsWith(rootMark)) return []
    const root = readRoot(hash, objects)
    return [root.latentScores, ...elementKinds.flatMap((kind) => root[kind]?.[1] ?? [])]
  })
}

/** The hashes of the elements of one kind in a packed snapshot, in order. */
export async function elementHashes(hash: string, kind: ElementKind, reader: ObjectReader): Promise<readonly string[]> {
  return readLeaves(readRoot(hash, await reader.read([hash]))[kind], reader)
}

/** The number of chunk levels and the hash of the top one; null for an empty list. */
type PackedList = readonly [depth: number, hash: string] | null
type Root = { readonly [kind in ElementKind]: PackedList } & { readonly latentScores: string }

const hashLength = 32
/** At least two, so that each level is shorter than the one below. */
const chunkItemsMin = 2
const chunkItemsMax = 64
/** Prefixes that distinguish chunks and roots from elements, which are JSON and start with a brace. */
const chunkMark = 'chunk:'
const rootMark = 'root:'

function packList(leaves: readonly string[], keep: (content: string) => string): PackedList {
  if (leaves.length === 0) return null
  let level = leaves
  let depth = 0
  do {
    level = chunksOf(level).map((chunk) => keep(chunkMark + JSON.stringify(chunk)))
    depth += 1
  } while (level.length > 1)
  return [depth, level[0] ?? '']
}

function leavesOf(list: PackedList, objects: Objects): readonly string[] {
  if (list === null) return []
  let level: readonly string[] = [list[1]]
  for (let depth = list[0]; depth > 0; depth--) {
    level = level.flatMap((hash) => readChunk(hash, objects))
  }
  return level
}

async function readLeaves(list: PackedList, reader: ObjectReader): Promise<readonly string[]> {
  if (list === null) return []
  let level: readonly string[] = [list[1]]
  for (let depth = list[0]; depth > 0; depth--) {
    const objects = await reader.read(level)
    level = level.flatMap((hash) => readChunk(hash, objects))
  }
  return level
}

/** One hash in sixteen ends a chunk. The maximum prevents hostile content from making a chunk arbitrarily long. */
function chunksOf(hashes: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = []
  let chunk: string[] = []
  for (const hash of hashes) {
    chunk.push(hash)
    const ends = 'ABCD'.includes(hash.charAt(0)) && chunk.length >= chunkItemsMin
    if (!ends && chunk.length < chunkItemsMax) continue
    chunks.push(chunk)
    chunk = []
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks
}

function readRoot(hash: string, objects: Objects): Root {
  return JSON.parse(contentOf(hash, objects).slice(rootMark.length)) as Root
}

function readChunk(hash: string, objects: Objects): readonly string[] {
  return JSON.parse(contentOf(hash, objects).slice(chunkMark.length)) as string[]
}

function contentOf(hash: string, objects: Objects): string {
  const content = objects.get(hash)
  if (content === undefined) throw new Error(`object ${hash} is missing`)
  return content
}

/**
 * Hashes the text directly: creating a buffer for each of a snapshot's thousands of elements takes three times as long.
 */
function hashOf(content: string): string {
  return digest('sha256', content, 'base64url').slice(0, hashLength)
}
