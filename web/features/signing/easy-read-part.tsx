import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { SectionVideoPlayer, EasyReadLines } from './lazy-pages.ts'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PartProgress } from './part-progress.tsx'
import { PatientPage } from './patient-page.tsx'
import { ReadAloudPart } from './read-aloud-part.tsx'
import { useReadingRecord } from './reading-record.ts'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords, useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type EasyReadPartProps = StepProps & {
  part: number
  /** Leads to the same part of the full text. */
  onFullText: () => void
}

/** One part of the text in Easy Read, a question at a time. The part is read when its last page is. */
export function EasyReadPart({ consent, part, onStep, onBack, onFullText }: EasyReadPartProps) {
  const { easyRead: words, reading } = { ...useWords(), ...useEntryWords() }
  const [at, setAt] = useState(0)
  useReadingRecord(consent.id, part)
  const { sections } = consent.content
  const { easyRead, media } = sections[part - 1]!
  const pages = easyRead!.pages
  const page = pages[at]!
  const isLast = at === pages.length - 1
  return (
    <PatientPage
      key={at}
      title={page.title}
      titleAttributes={{ lang: 'en', dir: 'ltr' }}
      windowTitle={fillPlaceholders(reading.part, { number: part, total: sections.length })}
      eyebrow={
        <>
          <PartProgress content={consent.content} number={part} total={sections.length} /> ·{' '}
          {fillPlaceholders(words.page, { number: at + 1, total: pages.length })}
        </>
      }
      onBack={at > 0 ? () => setAt(at - 1) : onBack}
    >
      <EasyReadSwitch isChosen onChoose={onFullText} />
      {media && at === 0 && <SectionVideoPlayer consent={consent} sectionIndex={part - 1} isTracked />}
      <ReadAloudPart consentId={consent.id} part={part} title={page.title} lang="en">
        <EasyReadLines page={page} />
      </ReadAloudPart>
      <UnsureCallout />
      <Button
        className="mt-8"
        onClick={() =>
          isLast ? onStep(stepAfter(`part-${part}`, stepConfigOf(consent.content))) : setAt(at + 1)
        }
      >
        {words.next}
      </Button>
      <OtherChoices consentId={consent.id} about={part} onStep={onStep} />
    </PatientPage>
  )
}

/** The way to the other form of the text, in one press. */
export function EasyReadSwitch({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const { easyRead } = useWords()
  return (
    <div className="mt-1">
      <TextButton onClick={onChoose}>{isChosen ? easyRead.off : easyRead.on}</TextButton>
    </div>
  )
}
