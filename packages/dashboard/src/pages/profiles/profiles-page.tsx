import { useMutation } from '@tanstack/react-query'
import { SearchField as AriaSearchField, Input } from 'react-aria-components'
import { useLocation } from 'wouter'
import { palate } from '../../api/palate.ts'
import { useProfiles } from '../../api/profiles.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../ui/states.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { NewProfileDialog } from './new-profile-dialog.tsx'
import { ProfileCard, ProfileRow } from './profile-card.tsx'
import { groupProfiles } from './profile-groups.ts'
import styles from './profiles.module.css'

/** More profiles than this are shown as a list. */
const cardsMax = 24

/** Every profile that the key can access, by project. */
export function ProfilesPage() {
  const profiles = useProfiles()
  const mayWrite = useMay('write')
  const [dialog, setDialog] = useSearchParam('dialog')
  const close = () => setDialog('')
  return (
    <Page
      title="Profiles"
      intro={
        profiles.data?.length === 0
          ? 'A profile learns what a team finds good and scores pictures accordingly.'
          : undefined
      }
      actions={
        mayWrite ? (
          <>
            <Button onPress={() => setDialog('import')}>Import</Button>
            <Button look="primary" onPress={() => setDialog('new')}>
              <Icon name="plus" size={16} />
              New profile
            </Button>
          </>
        ) : undefined
      }
    >
      {profiles.isPending ? <Loading label="Loading the profiles" /> : null}
      {profiles.isLoadingError ? <ErrorState error={profiles.error} onRetry={() => void profiles.refetch()} /> : null}
      {profiles.data?.length === 0 ? <NoProfiles mayWrite={mayWrite} onCreate={() => setDialog('new')} /> : null}
      {profiles.data && profiles.data.length > 0 ? <ProfileList profiles={profiles.data} /> : null}
      <NewProfileDialog
        isOpen={mayWrite && !profiles.isPending && dialog === 'new'}
        onClose={close}
        profiles={profiles.data ?? []}
      />
      <ImportDialog isOpen={mayWrite && dialog === 'import'} onClose={close} />
    </Page>
  )
}

function NoProfiles({ mayWrite, onCreate }: { readonly mayWrite: boolean; readonly onCreate: () => void }) {
  const [, navigate] = useLocation()
  const sample = useMutation({
    mutationFn: () => palate.profiles.create({ projectId: 'samples', name: 'My first taste' }),
    onSuccess: ({ id }) => navigate(`/profiles/${id}/start?pile=samples`),
  })
  return (
    <EmptyState
      title="No profiles yet"
      action={
        mayWrite ? (
          <div className={styles.beginnings}>
            <Button look="primary" onPress={onCreate}>
              Create the first profile
            </Button>
            <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
              Try with sample pictures
            </Button>
            <ErrorNote error={sample.error} />
          </div>
        ) : undefined
      }
    >
      {mayWrite
        ? 'Create one, label a few pictures that you like and some that you do not, then score new ones.'
        : 'This key cannot create profiles. Sign in with a key that has the write scope.'}
    </EmptyState>
  )
}

function ProfileList({ profiles }: { readonly profiles: Parameters<typeof groupProfiles>[0] }) {
  const [search, setSearch] = useSearchParam('q', 'replace')
  const [project, setProject] = useSearchParam('project')
  const projects = [...new Set(profiles.map(({ projectId }) => projectId))].sort()
  const groups = groupProfiles(profiles, search, project)
  const isCompact = profiles.length > cardsMax
  const found = groups.reduce((sum, group) => sum + group.profiles.length, 0)
  return (
    <>
      <div className={styles.filters}>
        <AriaSearchField
          aria-label="Search profiles"
          className={styles.search ?? ''}
          value={search}
          onChange={setSearch}
        >
          <Icon name="search" size={16} />
          <Input className={styles.searchInput ?? ''} placeholder="Search by name, project or description" />
        </AriaSearchField>
        {projects.length > 1 ? (
          <SelectField
            label="Project"
            isLabelHidden
            value={project}
            onChange={setProject}
            options={[{ value: '', label: 'All projects' }, ...projects.map((value) => ({ value, label: value }))]}
          />
        ) : null}
        <span role="status" className={styles.count}>
          {counted(found, 'profile')}
        </span>
      </div>
      {groups.length === 0 ? (
        <EmptyState
          title="No matches"
          action={
            <Button
              onPress={() => {
                setSearch('')
                setProject('')
              }}
            >
              Show all profiles
            </Button>
          }
        >
          No profile contains “{search}” in its name, project or description.
        </EmptyState>
      ) : null}
      {groups.map((group) => (
        <section key={group.projectId} className={styles.group} aria-label={`Project ${group.projectId}`}>
          <h2 className={styles.project}>{group.projectId}</h2>
          <ul className={isCompact ? styles.rows : styles.cards}>
            {group.profiles.map((profile) =>
              isCompact ? (
                <ProfileRow key={profile.id} profile={profile} />
              ) : (
                <ProfileCard key={profile.id} profile={profile} />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}
