import { blindJudge } from '@palate/core/keys/access.ts'
import type { Brief, briefFormats } from '@palate/core/taste/brief/brief-schema.ts'
import { designDocument } from '@palate/core/taste/brief/design-document.ts'
import { briefMarkdown } from '@palate/core/taste/brief/markdown.ts'
import type { Handler } from '../../operations.ts'
import { isUnchanged } from '../../platform/etag.ts'
import { sha256 } from '../../platform/hash.ts'
import type { FindState } from '../../ports/states.ts'
import { findStateInQuery } from '../state-in-query.ts'
import type { DescribeDesign, DescribeTaste } from './make-brief.ts'

interface Format {
  readonly mediaType: string
  readonly write: (brief: Brief, measureDesign: () => ReturnType<DescribeDesign>) => string | Promise<string>
}

const markdown = 'text/markdown; charset=utf-8'
const formats: Readonly<Record<(typeof briefFormats)[number], Format>> = {
  markdown: { mediaType: markdown, write: briefMarkdown },
  json: { mediaType: 'application/json; charset=utf-8', write: (brief) => JSON.stringify(brief) },
  design: { mediaType: markdown, write: async (brief, measureDesign) => designDocument(brief, await measureDesign()) },
}

export function createGetBrief(
  describeTaste: DescribeTaste,
  describeDesign: DescribeDesign,
  findState: FindState,
): Handler<'getBrief'> {
  return async (call) => {
    const { db, query, headers, signal } = call
    const state = await findStateInQuery(findState, call)
    const brief = await describeTaste(db, state, signal, blindJudge(call.caller))
    const { mediaType, write } = formats[query.format ?? 'markdown']
    const body = await write(brief, () => describeDesign(state, signal))
    const etag = `"${sha256(body).toString('base64url')}"`
    if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, body: null, headers: { etag } }
    return { body, mediaType, headers: { etag } }
  }
}
