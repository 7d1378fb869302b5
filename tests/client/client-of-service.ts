import { Palate } from '@palate/client'
import type { TestService } from '../harness/service.ts'

/** A client of the service under test with minimal pauses. */
export function clientOf(service: Pick<TestService, 'url' | 'key'>, url = service.url): Palate {
  return new Palate({ url, apiKey: service.key })
}

/** A profile with one constraint in its working changes. */
export async function profileWithChange(palate: Palate, name: string): Promise<string> {
  const { id } = await palate.profiles.create({ projectId: 'studio', name })
  await addConstraint(palate, id, 'c1', 'warm')
  return id
}

/** Replaces the working changes with one constraint. */
export async function addConstraint(palate: Palate, id: string, elementId: string, answer: string): Promise<void> {
  const constraints = [{ id: elementId, question: 'Which palette?', answer }]
  await palate.profiles.update(id, { profileData: { workingChanges: { constraints } } })
}
