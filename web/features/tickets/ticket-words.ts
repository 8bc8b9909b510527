import type {
  ManualTransition,
  TicketKind,
  TicketPriority,
  TicketStatus,
} from '../../../contract/ticket-states.ts'
import type { TicketPost } from '../../../contract/tickets.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export const kindNames: Record<TicketKind, string> = {
  question: 'A question',
  problem: 'Something does not work',
  account: 'Accounts and signing in',
  billing: 'Plan and payment',
  privacy: 'Data protection',
  idea: 'An idea',
}

export const priorityNames: Record<TicketPriority, string> = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

type Side = 'practice' | 'platform'
type StatusBadge = { tone: Tone; label: string }

/** A status as each side reads it: 'us' is always whoever runs the platform. */
export const statusBadges: Record<Side, Record<TicketStatus, StatusBadge>> = {
  practice: {
    open: { tone: 'brand', label: 'Open' },
    'waiting-for-practice': { tone: 'warn', label: 'Waiting for you' },
    'waiting-for-us': { tone: 'brand', label: 'Waiting for support' },
    solved: { tone: 'ok', label: 'Solved' },
    closed: { tone: 'neutral', label: 'Closed' },
  },
  platform: {
    open: { tone: 'brand', label: 'Open' },
    'waiting-for-practice': { tone: 'neutral', label: 'Waiting for the practice' },
    'waiting-for-us': { tone: 'warn', label: 'Waiting for us' },
    solved: { tone: 'ok', label: 'Solved' },
    closed: { tone: 'neutral', label: 'Closed' },
  },
}

export const transitionNames: Record<ManualTransition, string> = {
  hold: 'Wait for the practice',
  resume: 'It is our turn',
  solve: 'Mark as solved',
  close: 'Close',
  reopen: 'Reopen',
}

const receiptTexts: Record<TicketPost['delivery'], string> = {
  none: 'No receipt was sent by e-mail',
  queued: 'A receipt waits to be sent by e-mail',
  sending: 'A receipt is on its way by e-mail',
  sent: 'A receipt was sent by e-mail',
  failed: 'The receipt could not be sent by e-mail',
  unconfirmed: 'A receipt was perhaps sent by e-mail',
}

const eventWords: Record<string, string> = {
  hold: 'set it to wait for the practice',
  resume: 'set it to wait for support',
  solve: 'marked it as solved',
  close: 'closed it',
  reopen: 'reopened it',
}

/** What an event of the thread says: 'Rowan marked it as solved'. */
export function eventText({ name, words, author, delivery }: TicketPost): string {
  if (words === 'received') return receiptTexts[delivery]
  if (author === 'system') return 'It was closed, as it was solved long ago'
  return `${name} ${eventWords[words] ?? words}`
}

/** What became of the mail, where that is worth a word. */
export const deliveryTexts: Partial<Record<TicketPost['delivery'], string>> = {
  queued: 'E-mail waits to be sent',
  sending: 'E-mail is on its way',
  failed: 'The e-mail could not be sent',
  unconfirmed: 'Perhaps sent by e-mail',
}

const kilobyte = 1024

/** A size as people read it: '340 kB', '2.1 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${Math.max(1, Math.round(bytes / kilobyte))} kB`
    : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`
