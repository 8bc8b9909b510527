import type { DeliveryState } from '../../../contract/delivery-states.ts'
import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'

export type ConsentMessage = Awaited<ReturnType<Api['signing']['listMessages']>>[number]

type BadgeAppearance = { label: string; tone: Tone }

/** Each state as staff read it: nothing is called sent before a provider took it, nor delivered before one said so. */
export const deliveryBadges: Record<DeliveryState, BadgeAppearance> = {
  queued: { label: 'Waiting to be sent', tone: 'neutral' },
  sending: { label: 'Being sent', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'brand' },
  delivered: { label: 'Delivered', tone: 'brand' },
  opened: { label: 'Opened', tone: 'ok' },
  bounced: { label: 'Bounced', tone: 'bad' },
  failed: { label: 'Not sent', tone: 'bad' },
  unconfirmed: { label: 'May not have been sent', tone: 'warn' },
  printed: { label: 'Printed', tone: 'neutral' },
}

const deliveryEventLabels: Record<ConsentMessage['news'][number]['status'], string | null> = {
  queued: null,
  sending: null,
  sent: 'sent',
  delivered: 'delivered',
  bounced: 'bounced',
  failed: 'failed',
  unconfirmed: 'interrupted',
  printed: 'printed',
}

/** All that became of a message, in order: 'sent 10:03, delivered 10:04, opened 12:30'. Steps on the way are left out. */
export function messageTimeline(
  { news, openedAt }: Pick<ConsentMessage, 'news' | 'openedAt'>,
  clock: (moment: string) => string,
): string {
  const told = news.flatMap(({ status, at }) =>
    deliveryEventLabels[status] ? [{ word: deliveryEventLabels[status], at }] : [],
  )
  const all = openedAt ? [...told, { word: 'opened', at: openedAt }] : told
  return all
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ word, at }) => `${word} ${clock(at)}`)
    .join(', ')
}

/** A moment within a sentence: '10:03' of today, 'yesterday', '18 Nov'. */
export const formatTimeInSentence = (moment: string, now: Date): string =>
  recentText(moment, now)
    .replace(/^Today, /, '')
    .replace(/^Yesterday$/, 'yesterday')
