import { isUndelivered, type MessageChannel, type MessageStatus } from '../../../contract/delivery-states.ts'
import type { ContactChannel } from '../../../contract/patients.ts'
import type { ReminderPolicy } from '../../../contract/reminders.ts'
import type { Task } from '../../../contract/tasks.ts'

/** The ways to reach a patient, in the order in which they are tried. */
const rungs = ['email', 'sms', 'call', 'letter'] as const
export type ContactStep = (typeof rungs)[number]

type Reach = {
  email: string
  mobile: string
  address: string
  agreed: readonly ContactChannel[]
  mayContact: boolean
}
/** What a patient has to agree to for each. */
const channelOf = { email: 'email', sms: 'sms', call: 'phone', letter: 'post' } as const

/**
 * What follows when everything tried so far did not reach the patient; null when there is nothing left that they agree
 * to, or nobody may be reached. A call needs no number on file: people know where to look.
 */
export function nextRung(
  tried: ReadonlySet<ContactStep>,
  { email, mobile, address, agreed, mayContact }: Reach,
  { sms, call, letter }: ReminderPolicy['ladder'],
): ContactStep | null {
  if (!mayContact) return null
  const isOpen: Record<ContactStep, boolean> = {
    email: email !== '',
    sms: sms && mobile !== '',
    call,
    letter: letter && address !== '',
  }
  return rungs.find((rung) => !tried.has(rung) && isOpen[rung] && agreed.includes(channelOf[rung])) ?? null
}

type SentMessage = { id: string; channel: MessageChannel; status: MessageStatus; createdAt: Date }
type ContactTask = { kind: Task['kind']; createdAt: Date }

/**
 * Whether a later message may still reach the patient, so that nothing needs to follow from this one. `messages` are
 * all about the consent, oldest first.
 */
export const isSuperseded = (failed: Pick<SentMessage, 'id'>, messages: readonly SentMessage[]): boolean =>
  messages
    .slice(messages.findIndex(({ id }) => id === failed.id) + 1)
    .some(({ channel, status }) => channel !== 'letter' && !isUndelivered(status))

/**
 * What was tried without success: channels whose newest message did not arrive, and calls and letters that followed
 * from this failure or a later one.
 */
export function triedRungs(
  failed: SentMessage,
  messages: readonly SentMessage[],
  tasks: readonly ContactTask[],
): Set<ContactStep> {
  const tried = new Set<ContactStep>()
  for (const channel of ['email', 'sms'] as const) {
    const newest = messages.findLast((message) => message.channel === channel)
    if (newest && isUndelivered(newest.status)) tried.add(channel)
  }
  for (const { kind, createdAt } of tasks)
    if ((kind === 'call' || kind === 'letter') && createdAt >= failed.createdAt) tried.add(kind)
  return tried
}

/** The channel to remind by: the first that reaches the patient and did not fail last time, else the first. */
export function workingChannel<C extends 'email' | 'sms'>(
  channels: readonly C[],
  messages: readonly SentMessage[],
): C | undefined {
  const works = (channel: C) => {
    const newest = messages.findLast((message) => message.channel === channel)
    return !newest || !isUndelivered(newest.status)
  }
  return channels.find(works) ?? channels[0]
}
