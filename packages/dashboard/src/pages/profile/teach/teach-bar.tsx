import type { Profile } from '@palate/client'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useDimensions } from '../../../api/dimensions.ts'
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

/** The teaching mode, the dimension being taught, and the shortcuts. */
export function TeachBar({ profile, base }: { readonly profile: Profile; readonly base: string }) {
  const [location] = useLocation()
  const { dimension, search, setDimension } = useDimension()
  const [{ keys }] = usePreferences()
  const [areKeysShown, setKeysShown] = useState(false)
  useKeys({ help: () => setKeysShown(true) })
  const names = useDimensions(profile.id).flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  const options = [...new Set([...names, dimension])].map((value) => ({ value, label: value }))
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
      <div className={styles.tools}>
        <span className={styles.toolLabel}>Teaching</span>
        <SelectField label="Dimension" isLabelHidden value={dimension} options={options} onChange={setDimension} />
        <Button look="quiet" onPress={() => setKeysShown(true)}>
          Keys <Kbd>{keyName(shortcutOf('help', keys))}</Kbd>
        </Button>
      </div>
      <KeysDialog isOpen={areKeysShown} onClose={() => setKeysShown(false)} />
    </div>
  )
}
