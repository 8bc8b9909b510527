import type { DataRequestDetail, NewDataRequestStep } from '../../../contract/data-requests.ts'

export type AvailableStep = {
  kind: NewDataRequestStep['kind']
  label: string
  /** What will happen. */
  text: string
  note: string
  hint?: string
}

const step = (
  kind: AvailableStep['kind'],
  label: string,
  text: string,
  note: string,
  hint?: string,
): AvailableStep => ({ kind, label, text, note, ...(hint && { hint }) })

const identified = step(
  'identified',
  'Write down who asks',
  'A request is answered only to whoever may have the answer.',
  'How you made sure who asks',
  'Such as: known at the desk, passport seen, called back on the number on file',
)
const identityAsked = step(
  'identity-asked',
  'Ask who asks',
  'The clock stops on the day on which you asked. The month begins when it is clear.',
  'What you asked for',
)
const clarificationAsked = step(
  'clarification-asked',
  'Ask what is meant',
  'The clock stops on the day on which you asked, and runs on when they have told you.',
  'What you asked',
)
const clarified = step(
  'clarified',
  'Told what is meant',
  'The clock runs on. The days in between do not count.',
  'What they said',
)
const extended = step(
  'extended',
  'Extend',
  'By two months, once, for requests that are complex or many. Tell the person within the first month, and why.',
  'Why it takes longer, as you told the person',
)
const corrected = step(
  'corrected',
  'Note a correction',
  'It stands beside the record, with today’s date. What was written or signed stays as it is.',
  'What is wrong, and what is right',
)
const marketingErased = step(
  'marketing-erased',
  'Marketing data erased',
  'This product keeps no marketing lists. Write down what you erased elsewhere.',
  'What was erased, and where',
)
const packGiven = step(
  'pack-given',
  'Give the access pack',
  'The answer was given with this pack.',
  'How you gave it',
)
const noted = step('noted', 'Add a note', 'It stays with the request.', 'Note')

/** What can be written down about a request as it stands. */
export function listAvailableSteps({
  kind,
  stopped,
  identity,
  isExtended,
  isOverdue,
  patient,
  packs,
}: DataRequestDetail) {
  const mayStop = stopped === null && !isOverdue
  return [
    ...(identity ? [] : [identified]),
    ...(mayStop && !identity ? [identityAsked] : []),
    ...(mayStop && kind === 'access' ? [clarificationAsked] : []),
    ...(stopped?.for === 'clarification' ? [clarified] : []),
    ...(kind === 'rectification' && patient ? [corrected] : []),
    ...(kind === 'erasure' || kind === 'objection' ? [marketingErased] : []),
    ...(kind === 'access' || kind === 'portability' ? (packs.length > 0 ? [packGiven] : []) : []),
    ...(isExtended || isOverdue ? [] : [extended]),
    noted,
  ]
}
