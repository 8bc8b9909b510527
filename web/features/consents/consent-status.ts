import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { Consent } from './consent-form-values.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

type StatusAppearance = { label: string; tone: Tone; meaning: string }

/** How each state is named and tinted, and what it means in a sentence. */
export const consentStatusAppearance: Record<ConsentStatus, StatusAppearance> = {
  draft: { label: 'Draft', tone: 'neutral', meaning: 'Not sent yet. The patient sees nothing of it.' },
  approved: {
    label: 'Approved',
    tone: 'neutral',
    meaning: 'Proposed from notes, and read and approved by a clinician. Not sent yet.',
  },
  sent: { label: 'Sent', tone: 'brand', meaning: 'The patient has not opened it yet.' },
  viewed: { label: 'Viewed', tone: 'warn', meaning: 'The patient has opened it and has not decided yet.' },
  verbal: {
    label: 'Agreed verbally',
    tone: 'ok',
    meaning: 'The patient agreed by word of mouth, before witnesses. They may still sign.',
  },
  signed: {
    label: 'Signed',
    tone: 'ok',
    meaning: 'The patient has signed. A clinician still has to countersign.',
  },
  finalised: { label: 'Finalised', tone: 'ok', meaning: 'Signed by the patient and countersigned.' },
  declined: { label: 'Declined', tone: 'bad', meaning: 'The patient has said no.' },
  withdrawn: {
    label: 'Withdrawn',
    tone: 'bad',
    meaning: 'The patient has taken their consent back. Do not treat on it.',
  },
  expired: { label: 'Expired', tone: 'neutral', meaning: 'It was not signed in time.' },
  voided: { label: 'Voided', tone: 'neutral', meaning: 'Made void by the practice. Do not treat on it.' },
  superseded: { label: 'Superseded', tone: 'neutral', meaning: 'A newer consent has taken its place.' },
}

/** What is different where the patient cannot decide, and somebody decided for them. */
const capacityStatusMeanings: Partial<Record<ConsentStatus, string>> = {
  signed: 'It was decided for the patient, who cannot decide this. A clinician still has to countersign.',
  finalised: 'It was decided for the patient, who cannot decide this, and countersigned.',
}

/** What the state of a consent means, in a sentence. */
export const consentStatusMeaning = ({ status, signature }: Pick<Consent, 'status' | 'signature'>): string =>
  (signature?.kind === 'decided' ? capacityStatusMeanings[status] : undefined) ??
  consentStatusAppearance[status].meaning

type NextStepFacts = Pick<Consent, 'status' | 'signature' | 'missing' | 'discussions' | 'startedAt'>

const draftStep = ({ missing }: NextStepFacts) =>
  missing.length > 0 ? 'fill in what is missing.' : 'send it to the patient.'

const nextSteps: Partial<Record<ConsentStatus, (consent: NextStepFacts) => string | undefined>> = {
  draft: draftStep,
  approved: draftStep,
  sent: () => 'the patient opens it.',
  viewed: () => 'the patient signs or declines.',
  signed: ({ discussions, signature }) =>
    discussions.length === 0 && signature?.kind !== 'decided'
      ? 'record the conversation, then countersign.'
      : 'countersign.',
  finalised: ({ startedAt }) => (startedAt ? undefined : 'treatment.'),
}

/** What happens next with a consent, and who does it; undefined where nothing does. */
export const nextStepText = (consent: NextStepFacts): string | undefined =>
  nextSteps[consent.status]?.(consent)
