import { Button } from '../../ui/plain/button.tsx'
import { languageAttributes, wholeLanguageAttributes } from './wording-direction.tsx'
import { useEasyReadChoice } from './easy-read-choice.ts'
import { EasyReadPart, EasyReadSwitch } from './easy-read-part.tsx'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PartBody } from './part-body.tsx'
import { PartProgress } from './part-progress.tsx'
import { PatientPage } from './patient-page.tsx'
import { EasyLayoutChoice, useEasyLayout } from './reading-choices.tsx'
import { useReadingRecord } from './reading-record.ts'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords, useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type ReadingPageProps = StepProps & { part: number }

/** One part of the text at a time, so that each is read before the next: in Easy Read where that is chosen and there. */
export function ReadingPage(props: ReadingPageProps) {
  const { consent, part } = props
  const easyRead = useEasyReadChoice(consent)
  if (easyRead.isChosen && consent.content.sections[part - 1]?.easyRead)
    return <EasyReadPart {...props} onFullText={() => easyRead.choose(false)} />
  return <FullTextPart {...props} easyRead={easyRead} />
}

type FullTextPartProps = ReadingPageProps & { easyRead: ReturnType<typeof useEasyReadChoice> }

function FullTextPart({ consent, part, onStep, onBack, easyRead }: FullTextPartProps) {
  const { reading, page } = useEntryWords()
  const { easyRead: easyReadWords } = useWords()
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
      {easyRead.isChosen && <p className="mt-2 rounded-md bg-brand-soft p-4">{easyReadWords.missing}</p>}
      {easyRead.isOffered && section.easyRead && (
        <EasyReadSwitch isChosen={false} onChoose={() => easyRead.choose(true)} />
      )}
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
