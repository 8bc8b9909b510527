import type { PatientConsent } from '../../../contract/signing.ts'
import { localDay } from '../../ui/plain/local-day.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { titlesAt } from './treatment-answers.ts'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'

type TakenBackProps = { consent: Pick<PatientConsent, 'content' | 'withdrawals'>; className?: string }

/** Treatments that were taken back while others stand, each with its day. Nothing where there are none. */
export function TakenBack({ consent: { content, withdrawals }, className }: TakenBackProps) {
  const { withdraw, locale } = useWords()
  if (withdrawals.length === 0) return null
  return (
    <InlineMessage role="status" className={className}>
      {withdrawals.map(({ places, at }) => (
        <p key={places.join()} dir="auto">
          {fill(withdraw.parts.done, { date: localDay(at, locale), treatments: titlesAt(content, places) })}
        </p>
      ))}
    </InlineMessage>
  )
}
