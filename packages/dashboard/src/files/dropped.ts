/** Files of these kinds are taken from a folder; the rest of a folder is left alone. */
const pictureName = /\.(jpe?g|png|webp|gif|avif)$/i

/** The files of a drop: those that were dropped themselves, and the pictures of dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  // The list is empty as soon as the event is over, so every entry is taken first.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  if (entries.every((entry) => entry === null)) return [...transfer.files]
  const files = await Promise.all(entries.map((entry) => (entry === null ? [] : filesOf(entry, false))))
  return files.flat()
}

/** The pictures of a folder that was chosen. */
export function picturesOf(files: Iterable<File>): readonly File[] {
  return [...files].filter(({ name }) => pictureName.test(name))
}

async function filesOf(entry: FileSystemEntry, isInFolder: boolean): Promise<readonly File[]> {
  if (isFile(entry)) return isInFolder && !pictureName.test(entry.name) ? [] : [await fileOf(entry)]
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  const files = await Promise.all(inside.map((each) => filesOf(each, true)))
  return files.flat()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A browser gives a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
