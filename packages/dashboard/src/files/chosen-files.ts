/** File types taken from a folder. */
const pictureName = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp|tiff?|svg)$/i
/** Files that operating systems add to folders. */
const systemName = /^(\..*|thumbs\.db|desktop\.ini)$/i

export interface ChosenFiles {
  readonly files: readonly File[]
  /** How many files in folders are not pictures, judging by their names. */
  readonly leftOut: number
}

/** The files of a drop: directly dropped files, and the pictures in dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFiles> {
  // The list is emptied when the event ends, so collect every entry first.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const given = entries.filter((entry) => entry !== null)
  if (given.length === 0) return { files: [...transfer.files], leftOut: 0 }
  const found = await Promise.all(given.map((entry) => (isFile(entry) ? onlyFile(entry) : inFolder(entry))))
  return { files: found.flatMap(({ files }) => files), leftOut: found.reduce((sum, { leftOut }) => sum + leftOut, 0) }
}

/** The pictures of a chosen folder. */
export function picturesOf(inside: Iterable<File>): ChosenFiles {
  const all = [...inside].filter(({ name }) => !systemName.test(name))
  const files = all.filter(({ name }) => pictureName.test(name))
  return { files, leftOut: all.length - files.length }
}

async function onlyFile(entry: FileSystemFileEntry): Promise<ChosenFiles> {
  return { files: [await fileOf(entry)], leftOut: 0 }
}

async function inFolder(folder: FileSystemEntry): Promise<ChosenFiles> {
  return picturesOf(await filesBelow(folder))
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) return [await fileOf(entry)]
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  const files = await Promise.all(inside.map(filesBelow))
  return files.flat()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers return up to a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return all
    all.push(...entries)
  }
}
