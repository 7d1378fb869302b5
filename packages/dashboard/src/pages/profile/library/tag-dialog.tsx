import type { Profile } from '@palate/client'
import { framesPerChangeMax, tagCharactersMax } from '@palate/core/frames/tags.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { libraryKey } from '../../../api/library.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { addUndoStep } from '../../../state/undo-steps.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { describeError } from '../../../ui/errors/describe-error.ts'
import { counted } from '../../../ui/format.ts'
import { ComboField } from '../../../ui/forms/combo-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import styles from './library.module.css'
import { type LibraryItem, tagsOf } from './library-items.ts'

interface TagChange {
  readonly add?: string[]
  readonly remove?: string[]
}

interface Props {
  readonly profile: Pick<Profile, 'id' | 'projectId'>
  readonly chosen: readonly LibraryItem[]
  /** Every tag of the library. */
  readonly tags: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Adds a tag to the selected pictures, or removes one of theirs. */
export function TagDialog({ profile: { id: profileId, projectId }, chosen, tags, isOpen, onClose }: Props) {
  const [tag, setTag] = useState('')
  const change = useMutation({
    mutationFn: async (change: TagChange) => {
      await tagFrames(
        chosen.map(({ key }) => key),
        change,
      )
      return change
    },
    onSuccess: ({ add, remove }) => {
      const [added] = add ?? []
      const [removed] = remove ?? []
      setTag('')
      const name = added ?? removed ?? ''
      const changed = chosen.filter(({ tags: own }) => own.includes(name) === (removed !== undefined))
      if (changed.length === 0) return
      const keys = changed.map(({ key }) => key)
      const text = `${removed === undefined ? 'Added' : 'Removed'} the tag “${name}”`
      addUndoStep(profileId, text, () => {
        const restoring = tagFrames(keys, removed === undefined ? { remove: [name] } : { add: [name] })
        restoring
          .catch((error) => showToast(`The tags were not restored. ${describeError(error)}`))
          .finally(() => queries.invalidateQueries({ queryKey: libraryKey(projectId) }))
      })
    },
    // Also after a failure, because earlier requests may have succeeded.
    onSettled: () => queries.invalidateQueries({ queryKey: libraryKey(projectId) }),
  })
  const theirs = tagsOf(chosen)
  const wanted = tag.trim().slice(0, tagCharactersMax)
  return (
    <Dialog title={`Tags of ${counted(chosen.length, 'picture')}`} isOpen={isOpen} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (wanted !== '') change.mutate({ add: [wanted] })
        }}
      >
        <ComboField
          autoFocus
          label="Tag"
          value={tag}
          onChange={setTag}
          options={tags}
          hint="Choose one or type a new one."
        />
        <Button type="submit" look="primary" isPending={change.isPending} isDisabled={wanted === ''}>
          Add
        </Button>
      </Form>
      {theirs.length === 0 ? null : (
        <ul className={styles.chips} aria-label="Tags of these pictures">
          {theirs.map((one) => (
            <li key={one}>
              <Button look="quiet" onPress={() => change.mutate({ remove: [one] })}>
                Remove “{one}”
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ErrorNote error={change.error} />
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function tagFrames(ids: readonly string[], change: TagChange): Promise<void> {
  for (let at = 0; at < ids.length; at += framesPerChangeMax) {
    await palate.frames.update({ ids: ids.slice(at, at + framesPerChangeMax), ...change })
  }
}
