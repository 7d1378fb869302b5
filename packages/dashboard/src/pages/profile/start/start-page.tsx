import type { LibraryFrame, Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { libraryThumbnail } from '../../../api/frame-names.ts'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { useMay } from '../../../api/session.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { droppedFiles } from '../../../files/chosen-files.ts'
import { takeChosen } from '../../../files/take-chosen.ts'
import { UploadNotes } from '../../../files/upload-notes.tsx'
import { useUploads } from '../../../files/use-uploads.ts'
import { addition } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { addUndoStep } from '../../../state/undo-steps.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { SeedField } from '../../../ui/forms/seed-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { CannotTeach } from '../teach/cannot-teach.tsx'
import { labelOf } from '../teach/pairs.ts'
import { Pile } from './pile.tsx'
import styles from './start.module.css'

/** The first pictures of a new profile: one bin for what its owner likes, one for what they do not. */
export function StartPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Start · ${profile.name}`)
  const mayTeach = useMay('teach', 'write')
  const base = `/profiles/${profile.id}`
  if (!mayTeach) return <CannotTeach />
  return (
    <div className={styles.start}>
      <Describe profile={profile} />
      <div>
        <h2>Show it what you mean</h2>
        <p className={styles.soft}>Five pictures in each bin are a good start. Ten of each teach a lot.</p>
      </div>
      <div className={styles.bins}>
        <Bin profile={profile} label="good" title="This is me" />
        <Bin profile={profile} label="bad" title="This is not me" />
      </div>
      <Pile profile={profile} />
      <div className={styles.next}>
        <ButtonLink to={`${base}/teach/compare`} look="primary">
          Compare pictures next
        </ButtonLink>
        <ButtonLink to={base} look="quiet">
          Go to the overview
        </ButtonLink>
      </div>
    </div>
  )
}

/** Asks for a sentence first, unless the profile has one: with a few pictures it teaches more than they alone. */
function Describe({ profile: { id, seed: known } }: { readonly profile: Profile }) {
  const queries = useQueryClient()
  const [seed, setSeed] = useState('')
  const save = useMutation({
    mutationFn: () => palate.profiles.update(id, { seed: seed.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileKey(id) }),
  })
  if (known?.trim()) return null
  return (
    <Form onSubmit={() => save.mutate()}>
      <h2>Say it in words first</h2>
      <SeedField value={seed} onChange={setSeed} />
      <ErrorNote error={save.error} />
      <div>
        <Button type="submit" isPending={save.isPending} isDisabled={seed.trim() === ''}>
          Save the description
        </Button>
      </div>
    </Form>
  )
}

interface BinProps {
  readonly profile: Profile
  readonly label: 'good' | 'bad'
  readonly title: string
}

/** Pictures dropped here are uploaded and labelled. */
function Bin({ profile, label, title }: BinProps) {
  const { queue } = useJudgements(profile.id)
  const uploads = useUploads(profile.projectId)
  const [frames, setFrames] = useState<readonly LibraryFrame[]>([])
  const [isOver, setOver] = useState(false)
  const put = (frame: LibraryFrame) => {
    const judgement = addition({ exemplars: [labelOf(frame, label, 'aesthetics')] })
    queue.add(judgement)
    const others = (old: readonly LibraryFrame[]) => old.filter(({ id }) => id !== frame.id)
    setFrames((old) => [frame, ...others(old)])
    addUndoStep(profile.id, `Labelled ${pictureName(frame.name ?? 'a picture')} ${label}`, () => {
      queue.takeBack(judgement)
      setFrames(others)
    })
  }
  const upload = (files: readonly File[]) => void uploads.upload(files, put)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // Not onto the pile, which takes what is dropped anywhere else.
    event.stopPropagation()
    setOver(false)
    void droppedFiles(event.dataTransfer).then((chosen) => takeChosen(chosen, upload))
  }
  return (
    <section
      className={styles.bin}
      data-label={label}
      data-over={isOver || undefined}
      aria-label={title}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className={styles.head}>
        <h3 className={styles.title}>
          <Icon name={label} /> {title}
        </h3>
        <span role="status">{frames.length === 0 ? '' : counted(frames.length, 'picture')}</span>
      </header>
      <p className={styles.soft}>{frames.length === 0 ? 'Drop pictures here.' : null}</p>
      <UploadNotes uploads={uploads} onRetry={upload} />
      <ul className={styles.pictures}>
        {frames.map(({ id, name }) => (
          <li key={id}>
            <Picture src={libraryThumbnail(id)} alt={pictureName(name ?? 'Picture')} fit="contain" side={128} />
          </li>
        ))}
      </ul>
      <div>
        <AddPictures onFiles={upload} label={label === 'good' ? 'Add what you like' : 'Add what you do not like'} />
      </div>
    </section>
  )
}
