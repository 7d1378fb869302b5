import { readFileSync } from 'node:fs'

interface ProcessorTimes {
  readonly total: number
  readonly stolen: number
}

/** Since the system started. Undefined where the system does not report them. */
export function readProcessorTimes(): ProcessorTimes | undefined {
  try {
    const [, line = ''] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
    // user, nice, system, idle, iowait, irq, softirq, steal
    const times = line.split(' ').slice(0, 8).map(Number)
    return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
  } catch {
    return undefined
  }
}

/** The share of the time that a hypervisor gave to others although processes here were ready to run. */
export function stolenSince(before: ProcessorTimes | undefined): number | undefined {
  const now = readProcessorTimes()
  return before && now && (now.stolen - before.stolen) / (now.total - before.total)
}
