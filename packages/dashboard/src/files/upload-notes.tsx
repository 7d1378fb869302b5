import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { describeError, Loading } from '../ui/states.tsx'
import styles from './files.module.css'
import type { FailedUpload } from './use-uploads.ts'

interface Props {
  readonly pending: number
  readonly failed: readonly FailedUpload[]
  readonly onRetry: (files: readonly File[]) => void
  readonly onDismiss: () => void
}

/** Pending uploads, and failed ones with the reason. */
export function UploadNotes({ pending, failed, onRetry, onDismiss }: Props) {
  return (
    <>
      {pending > 0 ? <Loading label={`Uploading ${counted(pending, 'picture')}`} /> : null}
      {failed.length > 0 ? (
        <div role="alert" className={styles.failed}>
          <ul>
            {failed.map(({ file, error }) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                <strong>{file.name}</strong>: {describeError(error)}
              </li>
            ))}
          </ul>
          <div className={styles.failedActions}>
            <Button onPress={() => onRetry(failed.map(({ file }) => file))}>Try again</Button>
            <Button look="quiet" onPress={onDismiss}>
              Dismiss
            </Button>
          </div>
        </div>
      ) : null}
    </>
  )
}
