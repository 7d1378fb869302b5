import { Radio as AriaRadio, Label, RadioGroup } from 'react-aria-components'
import styles from './choices.module.css'
import fields from './fields.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string; readonly hint?: string }>
}

/** One of a few options, each with an explanation. */
export function Choices<Value extends string>({ label, value, onChange, options }: Props<Value>) {
  return (
    <RadioGroup className={fields.field ?? ''} value={value} onChange={(chosen) => onChange(chosen as Value)}>
      <Label className={fields.label ?? ''}>{label}</Label>
      <div className={styles.options}>
        {options.map((option) => (
          <AriaRadio key={option.value} value={option.value} className={styles.option ?? ''}>
            <span className={styles.dot} aria-hidden="true" />
            <span>
              {option.label}
              {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
            </span>
          </AriaRadio>
        ))}
      </div>
    </RadioGroup>
  )
}
