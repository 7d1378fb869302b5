import { createExternalStore } from './external-store.ts'

/** A picture of the library that was put aside, to do something with several. */
export interface TrayPicture {
  readonly frameId: string
  readonly name: string
}

interface Tray {
  readonly projectId: string
  readonly pictures: readonly TrayPicture[]
}

const empty: Tray = { projectId: '', pictures: [] }
const tray = createExternalStore(empty)

/** The pictures that were put aside for a project. It is empty again once the page is closed. */
export function useTray(projectId: string): readonly TrayPicture[] {
  const { projectId: id, pictures } = tray.use()
  return id === projectId ? pictures : empty.pictures
}

/** Adds those that are not there yet. Returns how many these were. */
export function addToTray(projectId: string, added: readonly TrayPicture[]): number {
  const now = tray.get()
  const before = now.projectId === projectId ? now.pictures : []
  const known = new Set(before.map(({ frameId }) => frameId))
  const fresh = added.filter(({ frameId }) => !known.has(frameId))
  tray.set({ projectId, pictures: [...before, ...fresh] })
  return fresh.length
}

export function removeFromTray(projectId: string, frameId: string): void {
  const now = tray.get()
  if (now.projectId !== projectId) return
  tray.set({ projectId, pictures: now.pictures.filter((picture) => picture.frameId !== frameId) })
}

export function clearTray(): void {
  tray.set(empty)
}
