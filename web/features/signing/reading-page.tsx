import { Button } from '../../ui/plain/button.tsx'
import { SectionWording, asWritten } from './wording-direction.tsx'
import { OwnPictures } from './own-pictures.tsx'
import { SectionFigures } from './section-figures.tsx'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PartProgress } from './part-progress.tsx'
import { PatientPage } from './patient-page.tsx'
import { stepAfter, wayOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'
import { fill } from './words-text.ts'

/** The text's own headings are made to stand under a part's; alone on a page, they stand under the page's. */
const raiseHeadings = (html: string) => html.replaceAll(/<(\/?)h3\b/g, '<$1h2')

/** One part of the text at a time, so that each is read before the next. */
export function ReadingPage({ consent, part, onStep, onBack }: StepProps & { part: number }) {
  const { reading, page } = useEntryWords()
  const { sections } = consent.content
  const section = sections[part - 1]
  if (!section) return null
  return (
    <PatientPage
      title={section.title}
      titleIs={asWritten(section.title, consent.content)}
      windowTitle={fill(reading.part, { number: part, total: sections.length })}
      eyebrow={<PartProgress content={consent.content} number={part} total={sections.length} />}
      onBack={onBack}
    >
      <SectionWording html={raiseHeadings(section.content)} content={consent.content} className="mt-4" />
      <OwnPictures consent={consent} at={part - 1} />
      <SectionFigures content={consent.content} at={part - 1} level={2} />
      <UnsureCallout />
      <Button className="mt-8" onClick={() => onStep(stepAfter(`part-${part}`, wayOf(consent.content)))}>
        {page.continue}
      </Button>
      <div className="mt-3">
        <TextButton onClick={() => onStep('everything')}>{reading.everything}</TextButton>
      </div>
      <OtherChoices consentId={consent.id} about={part} onStep={onStep} />
    </PatientPage>
  )
}
