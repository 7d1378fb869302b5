import type { Brief, Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import type { useBrief } from '../../../../api/profiles.ts'
import { useMay } from '../../../../api/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { copyText } from '../../../../ui/copy-text.ts'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Card } from '../../../../ui/layout/page.tsx'
import { ErrorNote, ErrorState, Loading } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import styles from './brief.module.css'
import { describeThreshold } from './describe-threshold.ts'

interface Props {
  readonly profile: Profile
  readonly brief: ReturnType<typeof useBrief>
}

/** The colours of the good pictures, what to aim for and avoid, and a copy of the whole brief for others. */
export function BriefCard({ profile, brief }: Props) {
  const profileId = profile.id
  const branchId = profile.profileData.currentBranchId
  const mayShare = useMay('write')
  const [isSharing, setSharing] = useState(false)
  const copy = useMutation({
    mutationFn: async () =>
      copyText(await palate.profiles.briefText(profileId, { include_working: 'true', branch_id: branchId })),
    onSuccess: (isCopied) =>
      showToast(isCopied ? 'Brief copied as Markdown.' : 'The browser did not allow copying. It needs https.'),
  })
  return (
    <Card
      title="Brief"
      actions={
        <>
          <Button isPending={copy.isPending} onPress={() => copy.mutate()}>
            <Icon name="copy" size={16} />
            Copy brief
          </Button>
          {mayShare ? (
            <Button onPress={() => setSharing(true)}>
              <Icon name="share" size={16} />
              Share
            </Button>
          ) : null}
        </>
      }
    >
      {brief.isLoading ? (
        <div className={styles.expected}>
          <Loading label="Describing the taste" />
        </div>
      ) : null}
      {brief.isLoadingError ? <ErrorState error={brief.error} onRetry={() => void brief.refetch()} /> : null}
      {brief.data ? <Summary brief={brief.data} /> : null}
      <p className={styles.soft}>For a person or a program that is about to make something for this taste.</p>
      <ErrorNote error={copy.error} />
      <ShareDialog
        profile={profile}
        isOpen={isSharing}
        onClose={() => setSharing(false)}
        content={async () => ({ profileId, branchId })}
      >
        Anyone with the link sees this taste in words, its colours and examples, as they were saved last: nothing
        unsaved. Nothing else of your account is visible.
      </ShareDialog>
    </Card>
  )
}

function Summary({ brief: { palette, thresholds, aim, avoid } }: { readonly brief: Brief }) {
  return (
    <>
      {palette.length === 0 ? null : <Palette colours={palette} />}
      <div className={styles.words}>
        <Phrases title="Aim for" phrases={aim} />
        <Phrases title="Avoid" phrases={avoid} />
      </div>
      {thresholds.aesthetics ? <p>{describeThreshold(thresholds.aesthetics)}</p> : null}
    </>
  )
}

function Phrases({ title, phrases }: { readonly title: string; readonly phrases: readonly string[] }) {
  if (phrases.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles.phrases}>
        {phrases.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
      </ul>
    </div>
  )
}

function Palette({ colours }: { readonly colours: Brief['palette'] }) {
  return (
    <ul className={styles.palette} aria-label="Colours of the good pictures">
      {colours.map(({ hex, share }) => (
        <li key={hex} className={styles.colour} title={`${hex}, ${percent(share)}`} style={{ flexGrow: share }}>
          <span className={styles.swatch} style={{ background: hex }} />
          <span className={styles.hex}>{hex}</span>
        </li>
      ))}
    </ul>
  )
}
