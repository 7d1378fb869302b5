import type { Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { libraryIdOf } from '../../../api/frame-names.ts'
import { useLibrary } from '../../../api/library.ts'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { useMay, usePerson } from '../../../api/session.ts'
import { addition } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, Loading } from '../../../ui/states.tsx'
import { CannotTeach } from '../teach/cannot-teach.tsx'
import {
  emptyDeck,
  type Label,
  type LabelItem,
  moved,
  restored,
  withLabel,
  withSkip,
  withSuggested,
} from '../teach/label/label-deck.ts'
import { LabelStage } from '../teach/label/label-stage.tsx'
import { labelOf } from '../teach/pairs.ts'
import { isUsedUp } from '../teach/progress.ts'
import { TeachNotices } from '../teach/teach-progress.tsx'
import { CopyAddress } from './copy-address.tsx'
import styles from './differ.module.css'
import { ownLabels } from './own-labels.ts'
import { parseRound } from './round.ts'
import { RoundResult } from './round-result.tsx'

interface Props {
  readonly profile: Profile
  readonly dimension: string
}

/** Everybody with the address judges the same pictures, without seeing what others said, and then sees the result. */
export function RoundPage({ profile, dimension }: Props) {
  usePageTitle(`Round · ${profile.name}`)
  const mayTeach = useMay('teach', 'write')
  const [named] = useSearchParam('pictures')
  const urls = useMemo(() => parseRound(named), [named])
  const library = useLibrary(profile.projectId)
  if (!mayTeach) return <CannotTeach />
  if (urls.length === 0) {
    return (
      <EmptyState
        title="No pictures in this address"
        action={<ButtonLink to={`/profiles/${profile.id}/differ`}>Where we differ</ButtonLink>}
      >
        Start a round there, or ask for its whole address.
      </EmptyState>
    )
  }
  if (library.isLoading) return <Loading label="Loading the pictures" />
  const names = new Map(library.data?.map(({ id, name }) => [id, name]))
  const items = urls.map((url, i): LabelItem => {
    const id = libraryIdOf(url) ?? url
    return { frame: { id, url }, name: pictureName(names.get(id) ?? `Picture ${i + 1}`) }
  })
  return <Round key={named} profile={profile} dimension={dimension} items={items} />
}

interface RoundProps extends Props {
  readonly items: readonly LabelItem[]
}

function Round({ profile, dimension, items }: RoundProps) {
  const { queue, state } = useJudgements(profile.id)
  const person = usePerson()
  const pictures = useProfilePictures(profile.id)
  const { shown, isReady } = useShownFrames(profile.projectId)
  const [deck, setDeck] = useState(() => withSuggested(emptyDeck, items))
  const [steps, setSteps] = useState<readonly LabelItem[]>([])
  const [isShowingResult, showResult] = useState(false)
  const budget = state.answer ?? profile.profileData.budget
  const item = deck.items.find(({ frame }) => frame.id === deck.at)
  const own = ownLabels(profile, pictures.data?.pictures ?? [], person?.id, dimension)
  const isJudged = ({ frame, label }: LabelItem) => label !== undefined || own.has(frame.url ?? '')
  const wasJudged = items.every(({ frame }) => own.has(frame.url ?? ''))
  const isDone = deck.items.every(({ label }) => label !== undefined) || isShowingResult
  const left = deck.items.filter(({ label }) => label === undefined).length

  const judge = (label: Label) => {
    if (!item || item.label === label) return
    if (!isJudged(item) && isUsedUp(budget, 'labels')) return
    const judgement = addition({ exemplars: [labelOf(item.frame, label, dimension)] })
    queue.add(judgement)
    setDeck(withLabel(deck, item.frame.id, label, judgement))
    setSteps([...steps, item])
  }
  const skip = () => {
    if (!item) return
    setDeck(withSkip(deck, item.frame.id))
    setSteps([...steps, item])
  }
  const takeBack = () => {
    const before = steps.at(-1)
    if (!before) return
    setSteps(steps.slice(0, -1))
    setDeck(restored(deck, before))
    const judged = deck.items.find(({ frame }) => frame.id === before.frame.id)?.judgement
    if (judged !== undefined) queue.takeBack(judged)
  }

  if (isDone) {
    return (
      <RoundResult
        profile={profile}
        dimension={dimension}
        items={items}
        hashes={items.map(({ frame }) => own.get(frame.url ?? '')?.contentHash)}
        isSending={state.waiting.length > 0}
        isRefused={state.refused !== undefined}
      />
    )
  }
  return (
    <>
      <div className={styles.copy}>
        <span>
          <strong>
            {left} of {items.length} to judge.
          </strong>{' '}
          Nobody sees what you say before they have judged, too.
          {wasJudged ? ' You have judged all of these before.' : ''}
        </span>
        <CopyAddress />
        {wasJudged ? <Button onPress={() => showResult(true)}>See the result</Button> : null}
        <Link href={`/profiles/${profile.id}/differ`}>Leave the round</Link>
      </div>
      <TeachNotices profile={profile} counter="labels" />
      {isReady ? (
        <LabelStage
          deck={deck}
          dimension={dimension}
          shown={shown}
          onJudge={judge}
          onSkip={skip}
          onMove={(by) => setDeck(moved(deck, by))}
          onGoTo={(id) => setDeck({ ...deck, at: id })}
          onOpen={(id) => setDeck({ ...deck, at: id })}
          {...(steps.length > 0 && { onTakeBack: takeBack })}
        />
      ) : (
        <Loading label="Loading the pictures" />
      )}
    </>
  )
}
