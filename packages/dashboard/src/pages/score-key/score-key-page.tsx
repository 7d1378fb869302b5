import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { palate, serviceUrl } from '../../api/palate.ts'
import { useBrief } from '../../api/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { KeyScorer } from './key-scorer.tsx'
import styles from './score-key.module.css'

const request = `curl ${serviceUrl}/v1/score \\
  -H "authorization: Bearer $PALATE_API_KEY" -H "content-type: application/json" \\
  -d '{"profile_id": "prof_…", "frames": [{"id": "cover", "url": "https://…/cover.jpg"}], "dimensions": ["aesthetics"]}'`

/** For keys that can only score. They cannot list profiles, so the user names one, or one that was scored before. */
export function ScoreKeyPage() {
  const [profileId, setProfileId] = useSearchParam('profile')
  return (
    <Page title="Score" intro="See how pictures score. This key cannot open profiles.">
      {profileId === '' ? (
        <ProfileChoice onChoose={setProfileId} />
      ) : (
        <ChosenProfile key={profileId} profileId={profileId} onChange={() => setProfileId('')} />
      )}
      <details className={styles.program}>
        <summary>From a program</summary>
        <pre className={styles.request}>{request}</pre>
      </details>
    </Page>
  )
}

function ProfileChoice({ onChoose }: { readonly onChoose: (profileId: string) => void }) {
  const [typed, setTyped] = useState('')
  const recent = useQuery({
    queryKey: ['recent-batches'],
    queryFn: async ({ signal }) => (await palate.batches.list({ limit: 100 }, { signal })).batches,
  })
  const known = [...new Set(recent.data?.map(({ profile_id }) => profile_id))].slice(0, 5)
  return (
    <>
      {known.length === 0 ? null : (
        <section className={styles.known} aria-label="Scored before">
          {known.map((id) => (
            <KnownProfile key={id} id={id} onChoose={onChoose} />
          ))}
        </section>
      )}
      <Form onSubmit={() => onChoose(profileIdIn(typed))}>
        <TextField
          label="Link or id of a profile"
          value={typed}
          onChange={setTyped}
          placeholder="prof_…"
          hint="Paste a link to any page of the profile. The person who gave you the key can send it to you."
        />
        <div>
          <Button look="primary" type="submit" isDisabled={typed.trim() === ''}>
            Use this profile
          </Button>
        </div>
      </Form>
    </>
  )
}

function KnownProfile({ id, onChoose }: { readonly id: string; readonly onChoose: (profileId: string) => void }) {
  const brief = useBrief(id)
  return brief.data ? <Button onPress={() => onChoose(id)}>{brief.data.name}</Button> : null
}

function ChosenProfile({ profileId, onChange }: { readonly profileId: string; readonly onChange: () => void }) {
  const brief = useBrief(profileId)
  return (
    <>
      <div className={styles.known}>
        {brief.data ? <h2>{brief.data.name}</h2> : null}
        <Button look="quiet" onPress={onChange}>
          Choose another profile
        </Button>
      </div>
      {brief.isPending ? <Loading label="Opening the profile" /> : null}
      {brief.isLoadingError ? <ErrorState error={brief.error} onRetry={() => void brief.refetch()} /> : null}
      {brief.data ? <KeyScorer profileId={profileId} threshold={brief.data.thresholds.aesthetics?.pass} /> : null}
    </>
  )
}

/** Somebody may paste the address of a page, or the id alone. */
function profileIdIn(text: string): string {
  return /prof_[0-9a-f]+/.exec(text)?.[0] ?? text.trim()
}
