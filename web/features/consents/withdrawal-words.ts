import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { Consent } from './consent-form-values.ts'

type AgreedConsent = Pick<Consent, 'content' | 'signature' | 'withdrawals'>

/** The treatments that stand, each with its place: neither said no to nor taken back. */
export function remainingTreatments({
  content,
  signature,
  withdrawals,
}: AgreedConsent): { place: number; title: string }[] {
  const gone = new Set([...(signature?.declined ?? []), ...withdrawals.flatMap(({ places }) => places)])
  const treatments = content.treatments ?? [{ title: content.title }]
  return treatments.flatMap(({ title }, place) => (gone.has(place) ? [] : [{ place, title }]))
}

/** The names of the treatments at these places. */
export const treatmentTitles = ({ content }: Pick<Consent, 'content'>, places: readonly number[]): string =>
  places.flatMap((place) => content.treatments?.[place]?.title ?? []).join(', ')

type Withdrawal = { reason: string; treatments?: number[] }

/** A withdrawal as it was typed, or what is missing of it; with one treatment alone nothing is chosen. */
export function parseWithdrawal(data: FormData, standing: number): Withdrawal | FieldProblem[] {
  const reason = String(data.get('reason') ?? '').trim()
  const treatments = data.getAll('treatments').map(Number)
  const faults = [
    ...(standing > 1 && treatments.length === 0
      ? [{ id: 'treatments', text: 'Choose the treatments withdrawn' }]
      : []),
    ...(reason === '' ? [{ id: 'reason', text: 'Enter the patient’s reasons' }] : []),
  ]
  if (faults.length > 0) return faults
  return standing > 1 ? { reason, treatments } : { reason }
}
