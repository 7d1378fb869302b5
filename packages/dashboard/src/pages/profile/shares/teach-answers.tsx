import type { Profile, SharedPicture, ShareWithAnswers } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { readAgainSoon } from '../../../api/live-profile.ts'
import { palate, serviceUrl } from '../../../api/palate.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import styles from './shares.module.css'
import { exemplarOf, type TaughtAnswer, taughtAnswers } from './taught-answers.ts'

interface Props {
  readonly profile: Profile
  readonly share: ShareWithAnswers
}

/** Turns what clients decided into judgements that somebody saves, after a look at them. */
export function TeachAnswers({ profile, share }: Props) {
  const mayTeach = useMay('teach')
  const [isOpen, setOpen] = useState(false)
  const { answers, taughtCount } = taughtAnswers(share, profile)
  if (!mayTeach || answers.length + taughtCount === 0) return null
  return (
    <div className={styles.teach}>
      {answers.length === 0 ? null : (
        <Button look="primary" onPress={() => setOpen(true)}>
          Teach {countsOf(answers)}
        </Button>
      )}
      {taughtCount === 0 ? null : (
        <span className={styles.soft}>
          {taughtCount} taught.{' '}
          <Link href={`/profiles/${profile.id}/history/uncommitted`}>See the effect and save</Link>
        </span>
      )}
      <Dialog title={`Teach ${countsOf(answers)}`} isOpen={isOpen} onClose={() => setOpen(false)} size="wide">
        <TeachForm profile={profile} share={share} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function TeachForm({ profile, share, onClose }: Props & { readonly onClose: () => void }) {
  // What is taught is what was shown, even if a client changes their mind meanwhile.
  const [{ answers, splitCount }] = useState(() => taughtAnswers(share, profile))
  const teach = useMutation({
    mutationFn: async () => {
      const exemplars = []
      for (const answer of answers) {
        exemplars.push(exemplarOf(answer, await urlOf(answer.picture, profile.projectId), share.id))
      }
      return palate.annotations.add(profile.id, { exemplars })
    },
    onSuccess: () => {
      readAgainSoon(profile.id, 0)
      onClose()
    },
  })
  return (
    <Form onSubmit={() => teach.mutate()}>
      <p>
        These become uncommitted judgements that say who decided. Nothing changes for others until you save them.
        {splitCount === 0 ? '' : ` ${counted(splitCount, 'picture')} on which clients disagree: left out.`}
      </p>
      <Preview answers={answers} label="good" title="Good" />
      <Preview answers={answers} label="bad" title="Bad" />
      <FormActions error={teach.error} onCancel={onClose} isPending={teach.isPending} isDisabled={answers.length === 0}>
        {teach.isPending ? 'Teaching…' : `Teach ${counted(answers.length, 'picture')}`}
      </FormActions>
    </Form>
  )
}

interface PreviewProps {
  readonly answers: readonly TaughtAnswer[]
  readonly label: TaughtAnswer['label']
  readonly title: string
}

function Preview({ answers, label, title }: PreviewProps) {
  const shown = answers.filter((answer) => answer.label === label)
  if (shown.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.taught} aria-label={title}>
        {shown.map(({ picture: { number, name, thumbnail }, quote }) => (
          <li key={number} title={quote}>
            <Picture src={thumbnail} alt={name} fit="contain" side={96} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A judgement needs a picture that the library keeps. What came from elsewhere is added to it. */
async function urlOf({ url, thumbnail, name }: SharedPicture, projectId: string): Promise<string> {
  if (url !== undefined) return url
  const response = thumbnail === null ? undefined : await fetch(`${serviceUrl}${thumbnail}?size=large`)
  if (!response?.ok) throw new Error(`The service no longer has ${name}.`)
  return (await palate.frames.upload(await response.blob(), { projectId, name })).url
}

function countsOf(answers: readonly TaughtAnswer[]): string {
  const count = (label: TaughtAnswer['label']) => answers.filter((answer) => answer.label === label).length
  return [`${count('good')} approved`, `${count('bad')} rejected`].filter((part) => !part.startsWith('0 ')).join(', ')
}
