import type { OutcomeMethod } from '../../../contract/own-figures.ts'
import type { Api } from '../../api.ts'

export type ConsentOutcomes = Awaited<ReturnType<Api['outcomes']['ofConsent']>>
export type TreatmentOutcome = ConsentOutcomes['treatments'][number]
export type OutcomesDue = Awaited<ReturnType<Api['outcomes']['due']>>
export type OutcomeFigures = Awaited<ReturnType<Api['outcomes']['figures']>>

export const methodOptions: { value: OutcomeMethod; label: string }[] = [
  { value: 'examined', label: 'Examined the patient' },
  { value: 'contacted', label: 'Asked the patient, by phone or message' },
  { value: 'records', label: 'Read the records' },
]

export const methodNames: Record<OutcomeMethod, string> = {
  examined: 'examined',
  contacted: 'asked',
  records: 'from the records',
}

/** What came of a treatment, in a line. */
export function describeOutcome({
  result,
  occurred,
}: Pick<TreatmentOutcome['outcomes'][number], 'result' | 'occurred'>) {
  if (result === 'not-known') return 'Outcome not known'
  return occurred.length === 0 ? 'None of the listed risks occurred' : occurred.join('; ')
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((part * 100) / whole))

/** How many of those treated were followed up. */
export const followedText = ({ treated, followed }: OutcomeFigures['figures'][number]) =>
  `${followed} of ${treated} (${share(followed, treated)}%)`
