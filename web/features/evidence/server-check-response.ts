import type { Api } from '../../api.ts'
import { momentText } from '../../ui/plain/date-text.ts'

export type ServerCheckResponse = Awaited<ReturnType<Api['evidence']['ask']>>

/** What the server knows of a file, in one sentence. One part that it does not know is enough to say so. */
export function serverCheckText({ documents, heads }: ServerCheckResponse): { known: boolean; text: string } {
  const isKnown = documents.every(({ sealedAt }) => sealedAt !== null) && heads.every(({ at }) => at !== null)
  if (!isKnown)
    return {
      known: false,
      text: 'No. This server never sealed a file like this one, or not this version of it.',
    }
  const last = [...documents.map(({ sealedAt }) => sealedAt!), ...heads.map(({ at }) => at!)].sort().at(-1)!
  const since = heads.some(({ isNewest }) => !isNewest)
    ? ' The record has been added to since. Ask the practice for the latest version.'
    : ''
  return { known: true, text: `Yes. It was sealed here, the last part of it on ${momentText(last)}.${since}` }
}
