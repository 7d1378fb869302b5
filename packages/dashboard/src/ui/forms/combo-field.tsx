import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { Icon } from '../icon.tsx'
import comboStyles from './combo-field.module.css'
import styles from './fields.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly string[]
  readonly hint?: ReactNode
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** A text field that suggests known values. */
export function ComboField({ label, value, onChange, options, hint, placeholder = '', autoFocus = false }: Props) {
  return (
    <ComboBox
      className={styles.field ?? ''}
      inputValue={value}
      onInputChange={onChange}
      allowsCustomValue
      autoFocus={autoFocus}
      menuTrigger="focus"
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={comboStyles.combo}>
        <Input className={styles.input ?? ''} placeholder={placeholder} />
        <AriaButton className={comboStyles.arrow ?? ''}>
          <Icon name="chevron" size={16} />
        </AriaButton>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.options ?? ''}>
          {options.map((option) => (
            <ListBoxItem key={option} id={option} className={styles.option ?? ''}>
              {option}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
