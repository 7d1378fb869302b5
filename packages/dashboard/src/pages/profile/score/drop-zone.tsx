import type { Profile } from '@palate/client'
import { useMay } from '../../../api/session.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { Button } from '../../../ui/button.tsx'
import { Toggle } from '../../../ui/forms/toggle.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import styles from './score.module.css'
import type { Adding } from './use-adding.tsx'

interface Props {
  readonly profile: Profile
  readonly adding: Adding
  readonly isKept: boolean
  readonly onKeptChange: (isKept: boolean) => void
}

/** The empty page: every way to add pictures. */
export function DropZone({ profile, adding, isKept, onKeptChange }: Props) {
  const mayKeep = useMay('teach', 'write')
  return (
    <section className={styles.dropZone} aria-label="Add pictures">
      <h2>Drop pictures, a folder or URLs here</h2>
      <div className={styles.addButtons}>
        <AddPictures look="primary" onFiles={adding.onFiles} />
        <Button onPress={adding.chooseFolder}>Add a folder</Button>
        <Button onPress={adding.askForUrls}>Add URLs</Button>
        {adding.addLibrary ? (
          <Button isPending={adding.isReadingLibrary} onPress={adding.addLibrary}>
            Use the library
          </Button>
        ) : null}
      </div>
      {mayKeep ? (
        <Toggle isSelected={isKept} onChange={onKeptChange}>
          <span>
            Keep files in the library of “{profile.projectId}”.{' '}
            <span className={styles.soft}>
              {isKept
                ? 'You can use them for teaching later.'
                : 'Files are sent for scoring only. A file that you label is kept.'}
            </span>
          </span>
        </Toggle>
      ) : (
        <p className={styles.soft}>Files are sent for scoring only and not kept.</p>
      )}
      <ErrorNote error={adding.error} />
    </section>
  )
}
