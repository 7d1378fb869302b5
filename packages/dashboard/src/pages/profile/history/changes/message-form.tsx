import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/fields.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { Card } from '../../../../ui/layout/page.tsx'
import { ErrorNote } from '../../../../ui/states.tsx'
import styles from '../history.module.css'

interface Props {
  readonly title: string
  readonly intro: ReactNode
  /** Says what changes. It can be left so, and follows the changes until something else is typed. */
  readonly usualMessage: string
  readonly action: string
  /** The technical name of the action. */
  readonly tooltip?: string
  readonly change: {
    readonly mutate: (message: string) => void
    readonly isPending: boolean
    readonly error: unknown
  }
  readonly onTyped?: (message: string) => void
  /** Why the form cannot be submitted yet. */
  readonly obstacle?: string | undefined
}

/** Message and submit button for a new version. An error keeps what was typed. */
export function MessageForm({ title, intro, usualMessage, action, tooltip, change, onTyped, obstacle }: Props) {
  const [typed, setTyped] = useState<string>()
  const message = typed ?? usualMessage
  const isReady = obstacle === undefined && !change.isPending
  return (
    <Card title={title}>
      <Form
        onSubmit={() => {
          if (isReady) change.mutate(message.trim() || usualMessage)
        }}
      >
        <div className={styles.soft}>{intro}</div>
        <TextField
          label="Message"
          value={message}
          onChange={(text) => {
            setTyped(text)
            onTyped?.(text)
          }}
          placeholder={usualMessage}
        />
        <ErrorNote error={change.error} />
        <div className={styles.actions}>
          <Button look="primary" type="submit" isDisabled={!isReady}>
            <span title={tooltip}>{action}</span>
          </Button>
          {obstacle === undefined ? null : (
            <span role="status" className={styles.soft}>
              {obstacle}
            </span>
          )}
        </div>
      </Form>
    </Card>
  )
}
