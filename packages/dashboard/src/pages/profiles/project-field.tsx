import type { ProfileSummary } from '@palate/client'
import { useProjects } from '../../api/profiles.ts'
import { useSession } from '../../api/session.ts'
import { ComboField } from '../../ui/forms/combo-field.tsx'

interface Props {
  readonly value: string
  readonly onChange: (projectId: string) => void
  /** What it is when left empty. */
  readonly emptyMeans?: string
}

/** A project by name: one of those that are there, or a new one. A key of one project has no choice. */
export function ProjectField({ value, onChange, emptyMeans }: Props) {
  const only = useSession().data?.projectId
  const projects = useProjects()
  if (only != null) return null
  return (
    <ComboField
      label="Project"
      value={value}
      onChange={onChange}
      options={(projects.data?.projects ?? []).map(({ id }) => id)}
      hint={emptyMeans ?? 'Choose one, or type a new name: letters, digits and . _ : -'}
      placeholder={emptyMeans === undefined ? 'website' : 'Every project'}
    />
  )
}

/** The project that a new thing most likely belongs to. */
export function useUsualProject(profiles: readonly ProfileSummary[]): string {
  return useSession().data?.projectId ?? profiles[0]?.projectId ?? ''
}
