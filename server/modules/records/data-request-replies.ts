import replies from '../../../build/content/page.data-replies.json' with { type: 'json' }
import type { Retention } from '../../../contract/retention-rules.ts'
import type { DataRequestRow } from './data-request-store.ts'

const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')

/** What the practice may send to whoever asked it to erase something: why what is kept is kept, until when, and what they can do. */
export function erasureReply(
  practiceName: string,
  {
    receivedOn,
    outcome,
    outcomeNote,
    grounds,
  }: Pick<DataRequestRow, 'receivedOn' | 'outcome' | 'outcomeNote' | 'grounds'>,
  retention: Retention | null,
): string {
  const { erasure } = replies
  const kept = retention && { keptUntil: dayText(retention.reviewOn), reason: retention.reason }
  return [
    filled(erasure.opening, { practiceName, receivedOn: dayText(receivedOn) }),
    outcome === 'partly' ? erasure.partly : erasure.refused,
    grounds.map((ground) => `- ${erasure.grounds[ground]}`).join('\n'),
    kept ? filled(erasure.keptUntil, kept) : '',
    outcomeNote,
    erasure.closing,
    practiceName,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
