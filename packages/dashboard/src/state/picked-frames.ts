/** Pictures picked in the library, to be labelled next. */
export interface PickedFrame {
  readonly frame: { readonly id: string; readonly url: string }
  readonly name: string
}

let picked: { readonly profileId: string; readonly frames: readonly PickedFrame[] } | undefined

export function pickFrames(profileId: string, frames: readonly PickedFrame[]): void {
  picked = { profileId, frames }
}

/** The frames picked for this profile, once. */
export function takePickedFrames(profileId: string): readonly PickedFrame[] {
  const frames = picked?.profileId === profileId ? picked.frames : []
  picked = undefined
  return frames
}
