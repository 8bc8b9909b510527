import { Printer } from 'lucide-react'
import words from '../../../build/content/page.capacity-test.json'
import type { CapacityAnswers, CapacityForm } from '../../../contract/capacity-rules.ts'
import { nationNames } from '../../../contract/retention-rules.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { CapacityRemarks } from './capacity-part-form.tsx'
import { ageYearsOf, answerInWords, type TestStart, type TestSection } from './capacity-test-steps.ts'

type CapacityTestResultProps = {
  form: CapacityForm
  start: TestStart
  answers: CapacityAnswers
  sections: readonly TestSection[]
  consentsHref: string
  onBack: () => void
  onStartAgain: () => void
}

type Outcome = keyof (typeof words.outcomes)['mental-capacity-act']

/** What the assessor concluded, what it means in law, on which answers it rests, and a summary to print. */
export function CapacityTestResult(props: CapacityTestResultProps) {
  const { form, start, answers, sections, consentsHref, onBack, onStartAgain } = props
  const ageYears = ageYearsOf(start)
  const outcome = answers['outcome']!.chosen[0] as Outcome
  const { means, next, source } = words.outcomes[form.id][outcome]
  const isLacking = outcome === 'lacks-capacity' || outcome === 'emergency'
  const young = start.age === '16-17' && isLacking ? youngPersonTexts[form.id] : undefined
  const conclusion = sections.flatMap(({ questions }) => questions).find(({ id }) => id === 'outcome')!
  return (
    <>
      <BackLink onClick={onBack} className="print:hidden" />
      <p className="mt-2 text-muted">{form.assessment.title}: result</p>
      <h1 tabIndex={-1}>{answerInWords(conclusion, answers).answer}</h1>
      <p className="mt-3 text-lead">{means}</p>
      <p className="mt-2 text-muted">In law: {source}</p>
      <h2 className="mt-7">Next steps</h2>
      <ol className="mt-2 list-decimal space-y-2 ps-5">
        {next.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      {young && <p className="mt-3">{young}</p>}
      <KeyAnswers {...{ sections, answers }} />
      <div className="mt-6 space-y-4">
        <CapacityRemarks part={form.assessment} {...{ answers, ageYears }} />
        <InlineMessage>{words.guide}</InlineMessage>
      </div>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button variant="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
      <Panel title={words.keep.heading} className="mt-8 print:hidden">
        <p>{words.keep.text}</p>
        <p className="mt-3">
          <Link href={consentsHref} className="text-link">
            {words.keep.action}
          </Link>
        </p>
      </Panel>
      <Summary {...{ form, start, sections, answers }} />
    </>
  )
}

/** For those of 16 and 17, where their nation's law adds something. */
const youngPersonTexts: Partial<Record<CapacityForm['id'], string>> = words.young

type KeyAnswersProps = Pick<CapacityTestResultProps, 'sections' | 'answers'>

/** The answers that carry the conclusion: what somebody can do, and why not. */
const KeyAnswers = ({ sections, answers }: KeyAnswersProps) => (
  <>
    <h2 className="mt-7">Evidence</h2>
    <dl className="mt-2 divide-y divide-line border-y border-line">
      {sections
        .filter(({ id }) => id === 'abilities' || id === 'cause')
        .flatMap(({ questions }) => questions)
        .map((question) => answerInWords(question, answers))
        .map(({ id, ask, answer }) => (
          <div key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
            <dt className="text-muted">{ask}</dt>
            <dd className="font-medium">{answer}</dd>
          </div>
        ))}
    </dl>
  </>
)

type SummaryProps = Pick<CapacityTestResultProps, 'form' | 'start' | 'sections' | 'answers'>

/** Everything that was said, as it is printed, with lines to sign on. */
function Summary({ form, start, sections, answers }: SummaryProps) {
  const { nation, decision, patient, assessor, when } = start
  const facts = [
    { ask: 'The decision in question', answer: decision },
    { ask: 'Patient', answer: patient },
    { ask: 'Assessed by', answer: assessor },
    { ask: 'When and where', answer: when },
    { ask: 'Law', answer: `${form.law}${nation === '' ? '' : ` (${nationNames[nation]})`}` },
  ]
  return (
    <section
      className="mt-10 border-t border-line pt-6 print:break-before-page print:border-0"
      aria-labelledby="summary"
    >
      <h2 id="summary">Summary</h2>
      <AnswerLine lines={facts.map((fact) => ({ ...fact, id: fact.ask, note: '' }))} />
      {sections.map(({ id, title, questions }) => (
        <section key={id} className="mt-6">
          <h3>{title}</h3>
          <AnswerLine lines={questions.map((question) => answerInWords(question, answers))} />
        </section>
      ))}
      <p className="mt-10 hidden border-t border-ink pt-2 print:block">Signature, name, role and date</p>
    </section>
  )
}

const AnswerLine = ({ lines }: { lines: readonly ReturnType<typeof answerInWords>[] }) => (
  <dl className="mt-2 space-y-3">
    {lines.map(({ id, ask, answer, note }) => (
      <div key={id} className="break-inside-avoid">
        <dt className="text-small text-muted">{ask}</dt>
        <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
          {answer || <BlankLine />}
          {note && <span className="block">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)

/** On paper there is room to write it by hand. */
const BlankLine = () => (
  <>
    <span className="text-muted print:hidden">No answer</span>
    <span aria-hidden className="hidden h-6 border-b border-field print:block" />
  </>
)
