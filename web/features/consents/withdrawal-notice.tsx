import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { Consent } from './consent-form-values.ts'
import { remainingTreatments, treatmentTitles } from './withdrawal-words.ts'

/** Treatments that the patient took back while others stand: which, when, who put it on record, and why. */
export function WithdrawalNotice({ consent }: { consent: Consent }) {
  const { withdrawals } = consent
  if (withdrawals.length === 0) return null
  const standing = remainingTreatments(consent).map(({ title }) => title)
  return (
    <InlineMessage tone="warn" title="Part of this consent is withdrawn" className="mb-5">
      <ul className="space-y-1">
        {withdrawals.map(({ places, at, by, reason }) => (
          <li key={places.join()}>
            <span dir="auto" className="font-medium">
              {treatmentTitles(consent, places)}
            </span>
            : {by === 'Patient' ? 'by the patient' : <>recorded by {by}</>}, {momentText(at)}
            {reason && (
              <>
                . “<span dir="auto">{reason}</span>”
              </>
            )}
          </li>
        ))}
      </ul>
      {consent.status !== 'withdrawn' && (
        <p className="mt-1">
          Still agreed to: <span dir="auto">{standing.join(', ')}</span>
        </p>
      )}
    </InlineMessage>
  )
}
