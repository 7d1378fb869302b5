import { isPalateError } from '@palate/client'
import { Label, ProgressBar } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import { describeError } from '../ui/errors/describe-error.ts'
import styles from './files.module.css'
import { serviceTypes, UnreadableFile } from './prepare-file.ts'
import { type FailedUpload, mayRetry, type UploadProgress } from './use-uploads.ts'

interface Props {
  readonly uploads: { readonly progress: UploadProgress; readonly failed: readonly FailedUpload[]; dismiss(): void }
  readonly onRetry: (files: readonly File[]) => void
}

/** Uploads in progress with previews, and failed ones with the reason. */
export function UploadNotes({ uploads, onRetry }: Props) {
  const { progress, failed, dismiss } = uploads
  const again = failed.filter(mayRetry).map(({ file }) => file)
  return (
    <>
      {progress.total > 0 ? <Uploading progress={progress} /> : null}
      {failed.length > 0 ? (
        <div role="alert" className={styles.failed}>
          <ul>
            {failed.map(({ file, error }) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                <strong>{file.name}</strong>: {describeFailed(file, error)}
              </li>
            ))}
          </ul>
          <div className={styles.failedActions}>
            {again.length > 0 ? <Button onPress={() => onRetry(again)}>Try again</Button> : null}
            <Button look="quiet" onPress={dismiss}>
              Dismiss
            </Button>
          </div>
        </div>
      ) : null}
    </>
  )
}

/** A file of a format that the service reads, which it refuses nevertheless, is damaged. */
function describeFailed(file: File, error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (isPalateError(error, 'unsupported_media_type') && serviceTypes.has(file.type)) {
    return 'This picture is damaged and cannot be opened. Export or download it again.'
  }
  return describeError(error)
}

function Uploading({ progress: { done, total, previews } }: { readonly progress: UploadProgress }) {
  return (
    <div className={styles.uploading}>
      <ProgressBar className={styles.progress ?? ''} value={done} maxValue={total}>
        <Label>
          Uploading {String(done)} of {String(total)}
        </Label>
        <div className={styles.track}>
          <div className={styles.fill} style={{ inlineSize: `${(100 * done) / total}%` }} />
        </div>
      </ProgressBar>
      <div className={styles.previews} aria-hidden="true">
        {previews.map((address) => (
          <img key={address} src={address} alt="" />
        ))}
      </div>
    </div>
  )
}
