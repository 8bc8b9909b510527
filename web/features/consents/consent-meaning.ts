import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { Consent } from './consent-form-values.ts'

/** What each state means, in a sentence. */
const statusMeanings: Record<ConsentStatus, string> = {
  draft: 'Not sent yet. The patient sees nothing of it.',
  approved: 'Created from a note and approved by a clinician. Not sent yet.',
  sent: 'The patient has not opened it yet.',
  viewed: 'The patient has opened it and has not decided yet.',
  verbal: 'The patient agreed verbally, before witnesses. They can still sign.',
  signed: 'The patient has signed. A clinician still has to countersign.',
  finalised: 'Signed by the patient and countersigned.',
  declined: 'The patient has declined.',
  withdrawn: 'The patient has withdrawn consent. Do not treat.',
  expired: 'It was not signed in time.',
  voided: 'Voided by the practice. Do not rely on it for treatment.',
  superseded: 'Replaced by a newer consent.',
}

/** What is different where the patient cannot decide, and somebody decided for them. */
const capacityStatusMeanings: Partial<Record<ConsentStatus, string>> = {
  signed: 'It was decided for the patient, who cannot decide this. A clinician still has to countersign.',
  finalised: 'It was decided for the patient, who cannot decide this, and countersigned.',
}

const discardedMeaning = 'Discarded draft. It was never sent and is not listed.'

/** What the state of a consent means, in a sentence. What was made void always has its reason. */
export const consentStatusMeaning = ({
  status,
  signature,
  reason,
}: Pick<Consent, 'status' | 'signature' | 'reason'>): string =>
  (status === 'voided' && reason === null ? discardedMeaning : undefined) ??
  (signature?.kind === 'decided' ? capacityStatusMeanings[status] : undefined) ??
  statusMeanings[status]

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
