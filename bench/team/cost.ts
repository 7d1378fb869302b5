import { fitInputOf, type IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { Line } from '../harness/report.ts'
import type { Group } from './groups.ts'
import { dimension, examplesOf, namesOf } from './methods.ts'

const rounds = 41
const ratioMax = 1.2

/** Both are measured in turns, so that other work on the machine slows both down. */
export function costRatios(group: Group): readonly Line[] {
  const { learner, test, pictures } = group
  const examples = examplesOf(group)
  const names = namesOf(group)
  const nobodys = { ...examples, labels: examples.labels.map(({ by, ...label }) => label) }
  const inputs = [examples, nobodys].map((own) => fitInputOf(dimension, own, names, null))
  const models = inputs.map((input) => learner.learn(input))
  const fits = medians(inputs.map((input) => () => learner.learn(input)))
  const predictions = medians(
    models.map((model) => () => test.map((picture) => learner.predict(model, pictures[picture] as IdentifiedPicture))),
  )
  return [lineOf('learning 100 labels', fits), lineOf('scoring the test pictures', predictions)]
}

function lineOf(what: string, [team = 0, nobody = 1]: readonly number[]): Line {
  const ratio = team / nobody
  const figure = `${ratio.toFixed(2)} (${team.toFixed(1)} ms, ${nobody.toFixed(1)} ms)`
  return { what, figure, target: `at most ${ratioMax}`, met: ratio <= ratioMax }
}

function medians(jobs: readonly (() => unknown)[]): readonly number[] {
  const times = jobs.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, job] of jobs.entries()) {
      const before = process.cpuUsage()
      job()
      const { user, system } = process.cpuUsage(before)
      times[i]?.push((user + system) / 1000)
    }
  }
  return times.map((values) => values.sort((a, b) => a - b)[rounds >> 1] as number)
}
