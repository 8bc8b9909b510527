import { Suspense } from 'react'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { Button } from '../../ui/plain/button.tsx'
import { FactList, useConsentFacts } from './consent-facts.tsx'
import { EasyReadNote, EnglishNote, MatterNote, QuestionNote, ReadingPrivacyNote } from './lazy-pages.ts'
import { OtherChoices } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillCount } from './words-text.ts'

/** The first page behind the birth date: what, where, who. Whoever sees a wrong tooth or name here can stop. */
export function SummaryPage({ consent, onStep }: Omit<StepProps, 'onBack'>) {
  const words = useEntryWords()
  const { summary, reading } = words
  const parts = consent.content.sections.length
  const facts = useConsentFacts(consent)
  const openUntil = {
    term: summary.openUntil,
    detail: consent.expiresAt && formatLocalDay(consent.expiresAt, words.locale),
  }
  return (
    <PatientPage title={summary.title}>
      <p className="mt-3">{summary.lead}</p>
      <FactList facts={consent.expiresAt ? [...facts, openUntil] : facts} className="mt-6" />
      <p className="mt-6">{fillCount(summary.parts, parts, words.locale)}</p>
      <Suspense fallback={null}>
        <EasyReadNote consent={consent} />
        <EnglishNote content={consent.content} />
        <QuestionNote consent={consent} onStep={onStep} />
        <MatterNote consent={consent} onStep={onStep} />
        <ReadingPrivacyNote />
      </Suspense>
      <Button className="mt-6" onClick={() => onStep(stepAfter('summary', stepConfigOf(consent.content)))}>
        {summary.start}
      </Button>
      <div className="mt-3">
        <TextButton onClick={() => onStep('everything')}>{reading.everything}</TextButton>
      </div>
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}
