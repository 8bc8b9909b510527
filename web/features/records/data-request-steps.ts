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
  'Record identity check',
  'Reply only to a person entitled to the answer.',
  'How you checked their identity',
  'For example, known at reception, passport seen, called back on the number on file',
)
const identityAsked = step(
  'identity-asked',
  'Ask for identification',
  'The clock stops on the day you ask. The month starts when identity is confirmed.',
  'What you requested',
)
const clarificationAsked = step(
  'clarification-asked',
  'Ask for clarification',
  'The clock stops on the day you ask and restarts when they reply.',
  'What you asked',
)
const clarified = step(
  'clarified',
  'Clarification received',
  'The clock restarts. The days in between do not count.',
  'Their answer',
)
const extended = step(
  'extended',
  'Extend',
  'Once, by two months, for complex or numerous requests. Tell the person why within the first month.',
  'Reason given to the person',
)
const corrected = step(
  'corrected',
  'Add correction',
  'Added to the record with today’s date. Original entries and signatures are unchanged.',
  'What is wrong and the correction',
)
const marketingErased = step(
  'marketing-erased',
  'Marketing data erased',
  'Candour keeps no marketing lists. Record what you erased elsewhere.',
  'What you erased and where',
)
const packGiven = step(
  'pack-given',
  'Record access pack given',
  'The reply included this pack.',
  'How you gave it',
)
const noted = step('noted', 'Add a note', 'Kept with the request.', 'Note')

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
