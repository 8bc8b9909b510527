import type { Destruction } from '../../../contract/destructions.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

type Status = Destruction['status']

export const destructionWords: Record<Status, { text: string; tone: Tone }> = {
  proposed: { text: 'Waits for a second person', tone: 'warn' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
  lapsed: { text: 'Lapsed', tone: 'neutral' },
  confirmed: { text: 'Being destroyed', tone: 'warn' },
  stopped: { text: 'Stopped, the record is kept', tone: 'bad' },
  erased: { text: 'Certificate being made', tone: 'warn' },
  done: { text: 'Destroyed', tone: 'ok' },
}

export const stoppedWords: Record<NonNullable<Destruction['stoppedBecause']>, string> = {
  'not-due': 'Something new came to the record, and its time began anew.',
  held: 'The record was held.',
  'request-open': 'Somebody asked to see the record.',
  'appointment-ahead': 'The patient has an appointment.',
}
