import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, CheckboxGroup, Label, Text } from 'react-aria-components'
import { Icon } from '../icon.tsx'
import styles from './checkboxes.module.css'
import fields from './fields.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly hint?: ReactNode
  readonly values: readonly Value[]
  readonly onChange: (values: readonly Value[]) => void
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly hint?: string }>
  readonly columns?: 1 | 2
}

/** Multiple choice. */
export function Checkboxes<Value extends string>({
  label,
  hint,
  values,
  onChange,
  options,
  columns = 1,
}: Props<Value>) {
  return (
    <CheckboxGroup
      className={fields.field ?? ''}
      value={[...values]}
      onChange={(chosen) => onChange(chosen as Value[])}
    >
      <Label className={fields.label ?? ''}>{label}</Label>
      <div className={styles.options} data-columns={columns}>
        {options.map((option) => (
          <AriaCheckbox key={option.value} value={option.value} className={styles.option ?? ''}>
            <span className={styles.box} aria-hidden="true">
              <Icon name="check" size={14} />
            </span>
            <span>
              {option.label}
              {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
            </span>
          </AriaCheckbox>
        ))}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={fields.hint ?? ''}>
          {hint}
        </Text>
      )}
    </CheckboxGroup>
  )
}
