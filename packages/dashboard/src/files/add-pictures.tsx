import { FileTrigger } from 'react-aria-components'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { picturesOf } from './chosen-files.ts'
import { takeChosen } from './take-chosen.ts'

/** Any picture: the browser converts what it can open and the service cannot, and explains the rest. */
const types = ['image/*', '.heic', '.heif']

interface Props {
  readonly onFiles: (files: readonly File[]) => void
  readonly look?: ButtonLook
  readonly isFolder?: boolean
  readonly label?: string
  /** What screen readers say instead of a short label. */
  readonly name?: string
}

/** Opens the system's file dialog for pictures or a folder. */
export function AddPictures({ onFiles, look = 'plain', isFolder = false, label, name }: Props) {
  return (
    <FileTrigger
      allowsMultiple
      acceptDirectory={isFolder}
      acceptedFileTypes={types}
      onSelect={(files) => {
        takeChosen(isFolder ? picturesOf(files ?? []) : { files: [...(files ?? [])], leftOut: 0 }, onFiles)
      }}
    >
      <Button look={look} {...(name !== undefined && { 'aria-label': name })}>
        <Icon name="plus" />
        {label ?? (isFolder ? 'Add a folder' : 'Add pictures')}
      </Button>
    </FileTrigger>
  )
}
