import type { BoardPatch } from '@palate/client'
import type { BoardConflict } from '../../../api/boards.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import styles from './board-conflict.module.css'

interface Props {
  readonly conflict: BoardConflict
  readonly onTheirs: () => void
  readonly onMine: () => void
}

const words: Readonly<Record<keyof BoardPatch, string>> = {
  name: 'its name',
  layout: 'its layout',
  pictures: 'its pictures or their captions',
}

/** Asks which of two changes stays. The page shows the person's own until then. */
export function BoardConflictNote({ conflict: { mine, theirs }, onTheirs, onMine }: Props) {
  const parts = (Object.keys(mine) as (keyof BoardPatch)[]).map((part) => words[part])
  return (
    <div role="alert" className={styles.conflict}>
      <p className={styles.text}>
        <strong>Somebody else changed this board meanwhile, so your change is not saved.</strong> You changed{' '}
        {parts.join(' and ')}. Theirs is called “{theirs.name}” and has {counted(theirs.pictures.length, 'picture')}.
      </p>
      <Button onPress={onTheirs}>Load theirs</Button>
      <Button look="primary" onPress={onMine}>
        Keep mine
      </Button>
    </div>
  )
}
