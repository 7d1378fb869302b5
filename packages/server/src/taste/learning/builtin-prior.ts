import { readFileSync } from 'node:fs'
import type { PriorKnowledge } from '@palate/core/taste/model/feature-projection.ts'
import { openPrior, type PriorHead } from '@palate/core/taste/prior/prior.ts'
import {
  type InterfaceQualitiesHead,
  openInterfaceQualities,
} from '@palate/core/taste/usability/interface-qualities.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { builtinPriorPath, interfaceQualitiesPath } from '../../pictures/embedders/model-files.ts'
import { runsBuiltinBeside } from '../../pictures/embedders/open-embedder.ts'

/** Unpacked once: several services may run in one process. */
let fitted: Omit<PriorKnowledge, 'isBesideAnother'> | undefined

/** Both were fitted in the built-in embedder's space. With another embedder, the built-in one runs alongside it. */
export function openBuiltinPrior({ kind }: Pick<EmbedderSettings, 'kind'>): PriorKnowledge {
  fitted ??= {
    prior: openPrior(readJson<PriorHead>(builtinPriorPath)),
    interfaceQualities: openInterfaceQualities(readJson<InterfaceQualitiesHead>(interfaceQualitiesPath)),
  }
  return { isBesideAnother: kind !== 'builtin', ...fitted }
}

/** Undefined if the settings leave the built-in embedder out. */
export function openPriorFor(settings: EmbedderSettings): PriorKnowledge | undefined {
  return settings.kind === 'builtin' || runsBuiltinBeside(settings) ? openBuiltinPrior(settings) : undefined
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content
}
