import type { Destruction } from '../../../contract/destructions.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

type Status = Destruction['status']

export const destructionWords: Record<Status, { text: string; tone: Tone }> = {
  proposed: { text: 'Awaiting second person', tone: 'warn' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
  lapsed: { text: 'Expired', tone: 'neutral' },
  confirmed: { text: 'Being destroyed', tone: 'warn' },
  stopped: { text: 'Stopped, record kept', tone: 'bad' },
  erased: { text: 'Creating certificate', tone: 'warn' },
  done: { text: 'Destroyed', tone: 'ok' },
}

export const stoppedWords: Record<NonNullable<Destruction['stoppedBecause']>, string> = {
  'not-due': 'The record has a new entry, so its retention period restarted.',
  held: 'The record was put on hold.',
  'request-open': 'A person requested access to the record.',
  'appointment-ahead': 'The patient has an appointment.',
}
