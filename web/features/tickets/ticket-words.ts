import type {
  ManualTransition,
  TicketKind,
  TicketPriority,
  TicketStatus,
} from '../../../contract/ticket-states.ts'
import type { TicketPost } from '../../../contract/tickets.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export const kindNames: Record<TicketKind, string> = {
  question: 'Question',
  problem: 'Problem',
  account: 'Account and sign-in',
  billing: 'Plan and billing',
  privacy: 'Data protection',
  idea: 'Suggestion',
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
  hold: 'Set to waiting for the practice',
  resume: 'Set to waiting for us',
  solve: 'Mark as solved',
  close: 'Close',
  reopen: 'Reopen',
}

const receiptTexts: Record<TicketPost['delivery'], string> = {
  none: 'No confirmation e-mail sent',
  queued: 'Confirmation e-mail queued',
  sending: 'Sending confirmation e-mail',
  sent: 'Confirmation e-mail sent',
  failed: 'Confirmation e-mail failed',
  unconfirmed: 'Confirmation e-mail may have been sent',
}

const eventWords: Record<string, string> = {
  hold: 'set it to waiting for the practice',
  resume: 'set it to waiting for support',
  solve: 'marked it as solved',
  close: 'closed it',
  reopen: 'reopened it',
}

/** What an event of the thread says: 'Rowan marked it as solved'. */
export function eventText({ name, words, author, delivery }: TicketPost): string {
  if (words === 'received') return receiptTexts[delivery]
  if (author === 'system') return 'Closed automatically after being solved'
  return `${name} ${eventWords[words] ?? words}`
}

/** What became of the mail, where that is worth a word. */
export const deliveryTexts: Partial<Record<TicketPost['delivery'], string>> = {
  queued: 'E-mail queued',
  sending: 'Sending e-mail',
  failed: 'E-mail failed',
  unconfirmed: 'E-mail may have been sent',
}

const kilobyte = 1024

/** A size as people read it: '340 kB', '2.1 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < kilobyte * kilobyte
    ? `${Math.max(1, Math.round(bytes / kilobyte))} kB`
    : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`
