import { Button } from '../../ui/plain/button.tsx'
import { languageAttributes, wholeLanguageAttributes } from './wording-direction.tsx'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PartBody } from './part-body.tsx'
import { PartProgress } from './part-progress.tsx'
import { PatientPage } from './patient-page.tsx'
import { EasyLayoutChoice, useEasyLayout } from './reading-choices.tsx'
import { useReadingRecord } from './reading-record.ts'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

/** One part of the text at a time, so that each is read before the next. */
export function ReadingPage({ consent, part, onStep, onBack }: StepProps & { part: number }) {
  const { reading, page } = useEntryWords()
  const layout = useEasyLayout(consent.content)
  useReadingRecord(consent.id, part)
  const { sections } = consent.content
  const section = sections[part - 1]
  if (!section) return null
  return (
    <PatientPage
      title={section.title}
      titleAttributes={languageAttributes(section.title, consent.content)}
      windowTitle={fillPlaceholders(reading.part, { number: part, total: sections.length })}
      eyebrow={<PartProgress content={consent.content} number={part} total={sections.length} />}
      onBack={onBack}
    >
      <EasyLayoutChoice
        {...layout}
        hint={part === 1 && wholeLanguageAttributes(consent.content).lang === 'en'}
      />
      <PartBody consent={consent} sectionIndex={part - 1} level={2} isEasy={layout.isEasy} />
      <UnsureCallout />
      <Button
        className="mt-8"
        onClick={() => onStep(stepAfter(`part-${part}`, stepConfigOf(consent.content)))}
      >
        {page.continue}
      </Button>
      <div className="mt-3">
        <TextButton onClick={() => onStep('everything')}>{reading.everything}</TextButton>
      </div>
      <OtherChoices consentId={consent.id} about={part} onStep={onStep} />
    </PatientPage>
  )
}
