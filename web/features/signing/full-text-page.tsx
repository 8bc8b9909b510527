import { Button } from '../../ui/plain/button.tsx'
import { ConsentText } from './consent-text.tsx'
import { languageAttributes, wholeLanguageAttributes } from './wording-direction.tsx'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import { useEasyReadChoice } from './easy-read-choice.ts'
import { EasyReadSwitch } from './easy-read-part.tsx'
import { EasyLayoutChoice, useEasyLayout } from './reading-choices.tsx'
import { useReadingRecord } from './reading-record.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

export { EasyReadNote } from './easy-read-note.tsx'
export { EnglishNote } from './english-wording.tsx'
export { fetchGlossary } from './glossary-state.ts'
export { AskQuestionLink, QuestionNote } from './question-notes.tsx'
export { MatterNote, MattersPage } from './matters-page.tsx'
export { OptionsPage } from './options-page.tsx'
export { RequestCallLink } from './request-call-link.tsx'
export { ShareLink } from './share-link.tsx'
export { QuestionPage } from './question-page.tsx'
export { ReadingPage } from './reading-page.tsx'
export { ReadingPrivacyNote } from './reading-notes.tsx'
export { createWordingRule } from './wording-rule.ts'

/** All parts under one another, for people who would rather scroll, search or print. */
export function FullTextPage({ consent, onStep, onBack }: StepProps) {
  const { everything } = useWords()
  const layout = useEasyLayout(consent.content)
  const easyRead = useEasyReadChoice(consent)
  useReadingRecord(consent.id)
  return (
    <PatientPage
      title={everything.title}
      eyebrow={
        <bdi {...languageAttributes(consent.content.title, consent.content)}>{consent.content.title}</bdi>
      }
      onBack={onBack}
    >
      <div className="mt-1">
        <TextButton onClick={() => onStep('part-1')}>{everything.onePart}</TextButton>
      </div>
      {easyRead.isOffered && (
        <EasyReadSwitch
          isChosen={false}
          onChoose={() => {
            easyRead.choose(true)
            onStep('part-1')
          }}
        />
      )}
      <EasyLayoutChoice {...layout} hint={wholeLanguageAttributes(consent.content).lang === 'en'} />
      <ConsentText consent={consent} isEasy={layout.isEasy} />
      <UnsureCallout />
      <Button className="mt-8" onClick={() => onStep(stepAfter('everything', stepConfigOf(consent.content)))}>
        {everything.finished}
      </Button>
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}
