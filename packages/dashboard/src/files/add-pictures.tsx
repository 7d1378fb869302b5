import { FileTrigger } from 'react-aria-components'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { picturesOf } from './chosen-files.ts'
import { takeChosen } from './take-chosen.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

interface Props {
  readonly onFiles: (files: readonly File[]) => void
  readonly look?: ButtonLook
  readonly isFolder?: boolean
  readonly label?: string
}

/** Opens the system's file dialog for pictures or a folder. */
export function AddPictures({ onFiles, look = 'plain', isFolder = false, label }: Props) {
  return (
    <FileTrigger
      allowsMultiple
      acceptDirectory={isFolder}
      acceptedFileTypes={types}
      onSelect={(files) => {
        takeChosen(isFolder ? picturesOf(files ?? []) : { files: [...(files ?? [])], leftOut: 0 }, onFiles)
      }}
    >
      <Button look={look}>
        <Icon name="plus" />
        {label ?? (isFolder ? 'Add a folder' : 'Add pictures')}
      </Button>
    </FileTrigger>
  )
}
