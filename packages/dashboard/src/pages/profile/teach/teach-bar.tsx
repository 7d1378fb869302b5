import type { Profile } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useDimensions } from '../../../api/dimensions.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { keyName, shortcutOf } from './keys/keys.ts'
import { KeysDialog } from './keys/keys-dialog.tsx'
import { useKeys } from './keys/use-keys.ts'
import styles from './teach.module.css'
import { useDimension } from './use-dimension.ts'

const ways = [
  ['compare', 'Compare'],
  ['label', 'Label'],
  ['answer', 'Answer'],
] as const

interface Props {
  readonly profile: Profile
  readonly onFiles?: (files: readonly File[]) => void
  /** The progress. */
  readonly children?: ReactNode
}

/** One line above the stage: the way to teach, the progress, what is taught, and the shortcuts. */
export function TeachBar({ profile, onFiles, children }: Props) {
  const [location] = useLocation()
  const { dimension, search, setDimension } = useDimension()
  const [{ keys }] = usePreferences()
  const [areKeysShown, setKeysShown] = useState(false)
  useKeys({ help: () => setKeysShown(true) })
  const names = useDimensions(profile.id).flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  const options = [...new Set([...names, dimension])].map((value) => ({ value, label: dimensionLabel(value) }))
  const base = `/profiles/${profile.id}/teach`
  return (
    <div className={styles.bar}>
      <nav aria-label="Ways to teach" className={styles.ways}>
        {ways.map(([path, label]) => (
          <Link
            key={path}
            href={`${base}/${path}${search}`}
            className={styles.way ?? ''}
            aria-current={location === `${base}/${path}` ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
      <div className={styles.tools}>
        {onFiles ? <AddPictures look="quiet" label="Add" name="Add pictures" onFiles={onFiles} /> : null}
        <SelectField label="Teaching" isInline value={dimension} options={options} onChange={setDimension} />
        <span className={styles.keysButton}>
          <Button look="quiet" onPress={() => setKeysShown(true)}>
            Shortcuts <Kbd>{keyName(shortcutOf('help', keys))}</Kbd>
          </Button>
        </span>
      </div>
      <KeysDialog isOpen={areKeysShown} onClose={() => setKeysShown(false)} />
    </div>
  )
}
