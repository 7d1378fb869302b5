import { yieldIfLong } from '../work/event-loop.ts'
import type { WorkContext } from '../work/work-context.ts'

/** The JSON text of a frame's result. It can explain 200 dimensions, so each explanation is a separate step. */
export async function resultJson(result: object, work: WorkContext): Promise<string> {
  if (!('details' in result)) return JSON.stringify(result)
  const members: string[] = []
  for (const [name, value] of Object.entries(result)) {
    const text = name === 'details' ? await detailsJson(value as object, work) : JSON.stringify(value)
    members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}

async function detailsJson(details: object, work: WorkContext): Promise<string> {
  const members: string[] = []
  for (const [dimension, explanation] of Object.entries(details)) {
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    members.push(`${JSON.stringify(dimension)}:${JSON.stringify(explanation)}`)
  }
  return `{${members.join(',')}}`
}
