import { localDay } from '../../ui/plain/local-day.ts'
import { Button } from '../../ui/plain/button.tsx'
import { PatientPage } from './patient-page.tsx'
import { PracticeCall } from './practice-call.tsx'
import type { StepProps } from './step-props.ts'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'

/** Thinking it over needs nobody's leave: nothing is sent, and the form stays open. */
export function LaterPage({ consent, onBack }: Omit<StepProps, 'onStep'>) {
  const { later, locale } = useWords()
  const { expiresAt } = consent
  return (
    <PatientPage title={later.title} onBack={onBack}>
      <p className="mt-3">{later.body}</p>
      <p className="mt-2">
        {expiresAt ? fill(later.until, { date: localDay(expiresAt, locale) }) : later.comeBack}
      </p>
      <p className="mt-2 mb-6">{later.ask}</p>
      <Button onClick={onBack}>{later.back}</Button>
      <div className="mt-4">
        <PracticeCall />
      </div>
    </PatientPage>
  )
}
