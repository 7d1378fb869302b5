import { eventFamilies, eventNames } from '../../../api/event-names.ts'
import { Checkboxes } from '../../../ui/forms/checkboxes.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'

export interface WebhookDraft {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
}

const families = [
  { value: '*', label: 'Everything' },
  ...eventFamilies.map((value) => ({ value, label: `All ${value}` })),
]
const single = eventNames.map((value) => ({ value, label: value }))

/** The fields for both new and edited webhooks. */
export function WebhookFields({
  draft,
  onChange,
}: {
  readonly draft: WebhookDraft
  readonly onChange: (draft: WebhookDraft) => void
}) {
  const { url, events, description } = draft
  return (
    <>
      <TextField
        label="URL"
        type="url"
        value={url}
        onChange={(value) => onChange({ ...draft, url: value })}
        placeholder="https://example.com/hooks/palate"
        autoFocus
      />
      <Checkboxes
        label="Events"
        columns={2}
        values={events}
        onChange={(values) => onChange({ ...draft, events: values })}
        options={events.includes('*') ? families.slice(0, 1) : [...families, ...single]}
      />
      <TextField
        label="Description (optional)"
        value={description}
        onChange={(value) => onChange({ ...draft, description: value })}
        placeholder="Website"
      />
    </>
  )
}
