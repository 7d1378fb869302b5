import { type ReactNode, useDeferredValue } from 'react'
import {
  Button as AriaButton,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components'
import { Icon } from '../icon.tsx'
import styles from './fields.module.css'

interface FieldProps extends Omit<TextFieldProps, 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly placeholder?: string
  /** With this number of lines it becomes a text area. */
  readonly rows?: number
}

export function TextField({ label, hint, error, placeholder = '', rows, ...props }: FieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className={styles.field ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles.input ?? ''} placeholder={placeholder} />
      ) : (
        <TextArea className={styles.input ?? ''} placeholder={placeholder} rows={rows} />
      )}
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly onChange: (value: Value) => void
  readonly isLabelHidden?: boolean
  /** The label stands before the field, as in a toolbar. */
  readonly isInline?: boolean
  readonly isDisabled?: boolean
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden,
  isInline,
  isDisabled,
}: SelectProps<Value>) {
  const selected = options.filter((option) => option.value === value)
  // A page with many long lists appears before they are built: a hundred options take 30 ms.
  const listed = useDeferredValue(options, selected)
  return (
    <Select
      className={`${styles.field} ${isInline ? styles.inline : ''}`}
      value={value}
      isDisabled={isDisabled ?? false}
      onChange={(key) => onChange(key as Value)}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {isLabelHidden ? null : <Label className={styles.label ?? ''}>{label}</Label>}
      <AriaButton className={`${styles.input} ${styles.select}`}>
        <SelectValue />
        <Icon name="chevron" size={16} />
      </AriaButton>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.options ?? ''} items={listed}>
          {(option) => (
            <ListBoxItem id={option.value} className={styles.option ?? ''}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
