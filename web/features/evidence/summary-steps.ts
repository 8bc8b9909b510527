import type { RecordSummary } from '../../../contract/evidence.ts'
import type { Api } from '../../api.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>
/** What the steps of a consent are told from. */
export type StepFacts = Pick<
  Consent,
  'status' | 'sentAt' | 'viewedAt' | 'signature' | 'discussions' | 'countersignature'
>
type Measures = Pick<RecordSummary, 'reading' | 'understanding' | 'concerns'>

/** `unusual`: done in a way that somebody should look at. `next`: what is waited for. `open`: not yet. */
export type StepState = 'done' | 'unusual' | 'next' | 'open'
export type SummaryStep = { label: string; state: StepState; detail: string; at?: string }

const isOnScreen = ({ signature }: StepFacts): boolean =>
  signature === null || signature.kind === 'drawn' || signature.kind === 'typed'

const readingConcerns = ['read-quickly', 'parts-unopened']
const understandingConcerns = ['check-unanswered', 'not-understood']

/** The steps of a sent consent in the order of its life, and how each came out. */
export function summarySteps(facts: StepFacts, measures: Measures, timeText: (seconds: number) => string) {
  const { status, sentAt, viewedAt, signature, discussions, countersignature } = facts
  const { reading, understanding, concerns } = measures
  const isUnusual = (kinds: readonly string[]) => concerns.some(({ kind }) => kinds.includes(kind))
  const dated = (label: string, at: string | null | undefined, isNext: boolean, next: string): SummaryStep =>
    at
      ? { label, state: 'done', detail: '', at }
      : { label, state: isNext ? 'next' : 'open', detail: isNext ? next : 'Not yet' }
  const steps: (SummaryStep | false | null)[] = [
    sentAt !== null && dated('Sent', sentAt, false, ''),
    isOnScreen(facts) && dated('Opened', viewedAt, status === 'sent', 'Awaiting patient'),
    isOnScreen(facts) &&
      (reading
        ? {
            label: 'Read',
            state: isUnusual(readingConcerns) ? 'unusual' : 'done',
            detail: `${timeText(reading.seconds)}, ${reading.opened} of ${reading.parts} parts`,
          }
        : { label: 'Read', state: 'open', detail: signature ? 'No data' : 'Not yet' }),
    isOnScreen(facts) &&
      understanding && {
        label: 'Understood',
        state: isUnusual(understandingConcerns)
          ? 'unusual'
          : understanding.answered === understanding.questions
            ? 'done'
            : 'open',
        detail: `${understanding.answered} of ${understanding.questions} questions answered`,
      },
    {
      ...dated('Signed', signature?.at, status === 'viewed', 'Awaiting patient'),
      ...(isUnusual(['name-differs']) && { state: 'unusual' as const }),
    },
    signature?.kind !== 'decided' &&
      dated('Conversation', discussions.at(-1)?.on, status === 'signed', 'Not recorded'),
    dated(
      'Countersigned',
      countersignature?.at,
      status === 'signed' && discussions.length > 0,
      'Awaiting clinician',
    ),
  ]
  return steps.filter((step) => step !== false && step !== null)
}
