import type { Disagreements, Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { useDimensions } from '../../../api/dimensions.ts'
import { wholeAt } from '../../../api/frame-names.ts'
import { useProfilePeople } from '../../../api/profile-people.ts'
import { useBlindPerson, useMay } from '../../../api/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { percent } from '../../../ui/format.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Card, usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import type { LightboxItem } from '../lightbox/lightbox-items.ts'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { dimensionMember } from '../teach/pairs.ts'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './differ.module.css'
import { useDisagreements } from './differ-data.ts'
import { PairsCard, PeopleCard } from './people-cards.tsx'
import { formatRound, roundOf } from './round.ts'
import { SplitPicture } from './split-picture.tsx'

interface Props {
  readonly profile: Profile
  readonly dimension: string
}

/** Who agrees with whom, and the pictures that divide them. */
export function DifferPage({ profile, dimension }: Props) {
  usePageTitle(`Where we differ · ${profile.name}`)
  const people = useProfilePeople(profile.id, dimension)
  const disagreements = useDisagreements(profile.id, dimension)
  const pages = disagreements.data?.pages ?? []
  const judged = pages.flatMap((page) => page.judged)
  const likely = pages.flatMap((page) => page.likely)
  if (people.isLoading || disagreements.isLoading) return <Loading label="Comparing judgements" />
  const failed = [people, disagreements].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  const count = people.data?.people.length ?? 0
  return (
    <div className={styles.differ}>
      <Tools profile={profile} dimension={dimension} round={roundOf({ judged, likely })} />
      {count < 2 ? <TooFew profileId={profile.id} count={count} /> : null}
      {people.data && count > 0 ? (
        <div className={styles.cards}>
          <PeopleCard people={people.data.people} />
          <PairsCard people={people.data} />
        </div>
      ) : null}
      {count < 2 ? null : <Pictures judged={judged} likely={likely} dimension={dimension} />}
      {disagreements.hasNextPage ? (
        <div>
          <Button isPending={disagreements.isFetchingNextPage} onPress={() => void disagreements.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface ToolsProps extends Props {
  readonly round: readonly string[]
}

function Tools({ profile, dimension, round }: ToolsProps) {
  const { setDimension } = useDimension()
  const mayTeach = useMay('teach', 'write')
  const names = useDimensions(profile.id).flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  const search = new URLSearchParams({
    pictures: formatRound(round),
    ...(dimension !== 'aesthetics' && { dimension }),
  })
  return (
    <div role="toolbar" aria-label="Where we differ" className={styles.tools}>
      <SelectField
        label="Judged for"
        isInline
        value={dimension}
        options={[...new Set([...names, dimension])].map((value) => ({ value, label: dimensionLabel(value) }))}
        onChange={setDimension}
      />
      {mayTeach && round.length > 0 ? (
        <ButtonLink look="primary" to={`/profiles/${profile.id}/differ/round?${search}`}>
          Start a round
        </ButtonLink>
      ) : null}
      <span className={styles.soft}>
        {round.length > 0
          ? `In a round everybody judges the same ${round.length} most divisive pictures, blind, and then sees the result.`
          : ''}
      </span>
    </div>
  )
}

function TooFew({ profileId, count }: { readonly profileId: string; readonly count: number }) {
  const mayTeach = useMay('teach', 'write')
  const mayManage = useMay('admin')
  return (
    <EmptyState
      title={count === 0 ? 'Nobody has judged in their own name yet' : 'Only one person has judged yet'}
      action={
        <div className={styles.tools}>
          {mayTeach ? <ButtonLink to={`/profiles/${profileId}/teach/label`}>Judge pictures</ButtonLink> : null}
          {mayManage ? <ButtonLink to="/people?dialog=invite">Invite a person</ButtonLink> : null}
        </div>
      }
    >
      When two people have judged the same pictures, this page shows how far they agree, and what divides them.
    </EmptyState>
  )
}

interface PicturesProps extends Pick<Disagreements, 'judged' | 'likely'> {
  readonly dimension: string
}

function Pictures({ judged, likely, dimension }: PicturesProps) {
  const isBlind = useBlindPerson() !== undefined
  const open = useOpenPictures()
  const items = [
    ...judged.map(({ picture }) => lightboxItem({ key: picture.elementId, ...picture }, dimension)),
    ...likely.map(({ frame }) => lightboxItem({ key: frame.id, ...frame }, dimension)),
  ].flatMap((item) => item ?? [])
  const openAt = (key: string) => (items.some((item) => item.key === key) ? () => open({ items, key }) : undefined)
  return (
    <>
      {isBlind ? (
        <p className={styles.soft}>You see only pictures that you have judged yourself, because judging is blind.</p>
      ) : null}
      <Card title="Judged differently">
        {judged.length === 0 ? <p className={styles.soft}>No picture was judged differently.</p> : null}
        <ul className={styles.wall} aria-label="Pictures judged differently">
          {judged.map(({ picture, votes }) => (
            <SplitPicture
              key={picture.elementId}
              src={picture.thumbnail}
              name={nameOfPicture(picture)}
              sides={votes.map(({ by, label }) => ({ by, isGood: label === 'good' }))}
              onOpen={openAt(picture.elementId)}
            />
          ))}
        </ul>
      </Card>
      {likely.length === 0 ? null : (
        <Card title="Would probably be judged differently">
          <p className={styles.soft}>
            The percentage under a picture is the probability that two of you differ; beside a person, that they like
            it.
          </p>
          <ul className={styles.wall} aria-label="Pictures that would probably be judged differently">
            {likely.map(({ frame, split, scores }) => (
              <SplitPicture
                key={frame.id}
                src={frame.thumbnail}
                name={nameOfPicture(frame)}
                note={`${percent(split)} that two differ`}
                sides={scores.map(({ by, score }) => ({ by, score, isGood: score >= 0.5 }))}
                onOpen={openAt(frame.id)}
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function nameOfPicture({ name }: { readonly name?: string }): string {
  return name === undefined ? 'a picture' : pictureName(name)
}

interface NamedPicture {
  readonly key: string
  readonly url: string | null
  readonly thumbnail: string | null
  readonly name?: string
}

/** A picture that was sent as data cannot be labelled again by its address. */
function lightboxItem(picture: NamedPicture, dimension: string): LightboxItem | undefined {
  const { key, url, thumbnail } = picture
  if (url === null) return undefined
  const about = { url, ...dimensionMember(dimension) }
  return { key, name: nameOfPicture(picture), whole: wholeAt(url, thumbnail), about }
}
