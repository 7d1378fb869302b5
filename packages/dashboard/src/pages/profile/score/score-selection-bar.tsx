import type { Profile } from '@palate/client'
import { Button } from '../../../ui/button.tsx'
import { FloatingSelection } from '../library/floating-selection.tsx'
import { ActionButton } from '../teach/action-button.tsx'

interface Props {
  readonly profile: Profile
  readonly count: number
  /** Undefined if the key may not teach. */
  readonly onLabel: ((label: 'good' | 'bad') => void) | undefined
  readonly onRemoveLabels: () => void
  /** Shows them side by side; undefined if they are too few or too many. */
  readonly onSurvey: (() => void) | undefined
  readonly onTray: () => void
  readonly onClear: () => void
}

/** What can be done with the selected results. The rest is done from the tray. */
export function ScoreSelectionBar({ profile, count, onLabel, onRemoveLabels, onSurvey, onTray, onClear }: Props) {
  if (count === 0) return null
  return (
    <FloatingSelection projectId={profile.projectId} count={count} onClear={onClear}>
      {onLabel ? (
        <>
          <ActionButton action="good" label="Good" onPress={() => onLabel('good')} />
          <ActionButton action="bad" label="Bad" onPress={() => onLabel('bad')} />
          <ActionButton action="clear" label="No label" onPress={onRemoveLabels} />
        </>
      ) : null}
      {onSurvey ? (
        <Button look="quiet" onPress={onSurvey}>
          Side by side
        </Button>
      ) : null}
      <Button onPress={onTray}>To the tray</Button>
    </FloatingSelection>
  )
}
