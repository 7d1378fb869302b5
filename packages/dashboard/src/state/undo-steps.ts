import { useEffect, useRef } from 'react'

interface UndoStep {
  /** What was done: "Labelled 3 pictures good". */
  readonly text: string
  readonly run: () => void
}

/** Older steps are forgotten. */
const stepsMax = 100
const stepsOfProfiles = new Map<string, readonly UndoStep[]>()

/** Remembers how to undo something. Returns the function that undoes it, once: for a button beside the message. */
export function addUndoStep(profileId: string, text: string, run: () => void): () => void {
  const step: UndoStep = { text, run }
  stepsOfProfiles.set(profileId, [...stepsOf(profileId), step].slice(-stepsMax))
  return () => {
    if (!stepsOf(profileId).includes(step)) return
    forget(profileId, step)
    step.run()
  }
}

/** Undoes the last thing that was done to a profile since the page was loaded. Returns what it was. */
export function undoLastStep(profileId: string): string | undefined {
  const last = stepsOf(profileId).at(-1)
  if (!last) return undefined
  forget(profileId, last)
  last.run()
  return last.text
}

function stepsOf(profileId: string): readonly UndoStep[] {
  return stepsOfProfiles.get(profileId) ?? []
}

function forget(profileId: string, step: UndoStep): void {
  stepsOfProfiles.set(
    profileId,
    stepsOf(profileId).filter((one) => one !== step),
  )
}

type Handler = { current: (() => void) | undefined }

const pages: Handler[] = []

/**
 * Ctrl+Z or ⌘Z. A page with its own order of steps, such as Teach, comes before the steps of the profile, unless a
 * dialog is open. A field undoes its own text.
 */
export function useUndoKey(undo: (() => void) | undefined, owner: 'page' | 'profile'): void {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    if (owner === 'page') pages.push(latest)
    const press = (event: KeyboardEvent) => {
      if (!isUndo(event) || isTyped(event.target)) return
      const page = hasDialog() ? undefined : pages.findLast(({ current }) => current !== undefined)
      if (owner === 'page' ? page !== latest : page !== undefined) return
      event.preventDefault()
      latest.current?.()
    }
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      const place = pages.indexOf(latest)
      if (place >= 0) pages.splice(place, 1)
    }
  }, [owner])
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=range]), textarea, [contenteditable]') !== null
}

function hasDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
