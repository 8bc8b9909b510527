import { useId, useState, type ComponentType, type FormEvent } from 'react'
import {
  relevantAnswers,
  authorityOutcome,
  authoritySources,
  nextStep,
  registrationDates,
  type AuthorityAnswers,
  type AuthorityFacts,
  type AuthorityQuestion,
} from '../../../contract/authority-rules.ts'
import type { PatientAuthority } from '../../../contract/authority.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { parseDecision, type PersonFieldsProps } from './decision-fields.tsx'
import { formWords, questionWords } from './authority-words.ts'
import { Form } from '../../ui/form.tsx'

type Outcome = ReturnType<typeof authorityOutcome>
type AuthorityInput = Exclude<ReturnType<typeof parseDecision>, readonly FieldProblem[]>

/** What was answered and told, to be put on record. */
export type RecordedAuthorityInput = AuthorityInput & {
  answers: AuthorityAnswers
  registeredOn: string | null
}

type AuthorityWizardProps = {
  authority: PatientAuthority
  /** What is asked beside an outcome. */
  Fields: ComponentType<PersonFieldsProps>
  /** What keeps an outcome off the record here, in words for staff; null where it goes on record. */
  offRecord: (outcome: Outcome) => string | null
  onRecord: (told: RecordedAuthorityInput) => Promise<void>
  onClose: () => void
}

const answerId = 'authority-answer'

/** Who may sign, one question at a time and only what matters; then what it comes to, why, and what to put on record. */
export function AuthorityWizard(props: AuthorityWizardProps) {
  const { authority, Fields, offRecord, onRecord, onClose } = props
  const { nation, group, people } = authority
  const [answers, setAnswers] = useState<AuthorityAnswers>({})
  const [registeredOn, setRegisteredOn] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const id = useId()
  const facts: AuthorityFacts = { ...answers, nation, group }
  const step = nextStep(facts)
  const outcome = step.state === 'decided' ? authorityOutcome(step.row.outcome) : null
  const notHere = outcome && offRecord(outcome)

  function answer(typed: FormData) {
    if (step.state !== 'ask') return
    const said = String(typed.get(answerId) ?? '')
    const isDay = step.question === 'registration'
    const day = isDay && said !== '' ? said : null
    if (said === '' && !isDay) return setProblems([{ id: answerId, text: 'Choose an answer' }])
    const registration = day === null ? 'unknown' : day >= registrationDates[nation] ? 'since' : 'before'
    setProblems([])
    if (isDay) setRegisteredOn(day)
    setAnswers({ ...answers, [step.question]: isDay ? registration : said })
  }

  /** Takes an answer back, with those that followed from it. */
  function change(question: AuthorityQuestion) {
    const asked = Object.entries(relevantAnswers(facts))
    const before = asked.slice(
      0,
      asked.findIndex(([name]) => name === question),
    )
    setProblems([])
    setAnswers(Object.fromEntries(before))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (!outcome) return answer(typed)
    const told = parseDecision(typed, outcome, people)
    if (Array.isArray(told)) return setProblems(told)
    setProblems([])
    const isDone = await run(() => onRecord({ answers, registeredOn, ...told }))
    if (isDone) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Who can sign"
      description="A guide to the law of your nation. It does not replace the treating clinician’s judgement."
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {notHere ? 'Close' : 'Cancel'}
          </Button>
          {!notHere && (
            <Button type="submit" form={id} busy={busy}>
              {outcome ? 'Record signatory' : 'Next'}
            </Button>
          )}
        </>
      }
    >
      <Form
        draft="authority"
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-5"
      >
        <ErrorSummary errors={problems} className="" />
        <GivenAnswers answers={relevantAnswers(facts)} registeredOn={registeredOn} onChange={change} />
        {step.state === 'ask' ? (
          <Question key={step.question} {...step} error={errorOf(problems, answerId)} />
        ) : (
          <>
            <Result row={step.row} />
            {notHere ? (
              <InlineMessage>{notHere}</InlineMessage>
            ) : (
              <Fields outcome={authorityOutcome(step.row.outcome)} people={people} errors={problems} />
            )}
          </>
        )}
        <ProblemMessage problem={problem} />
      </Form>
    </Dialog>
  )
}

type GivenAnswersProps = {
  answers: AuthorityAnswers
  registeredOn: string | null
  onChange: (question: AuthorityQuestion) => void
}

function GivenAnswers({ answers, registeredOn, onChange }: GivenAnswersProps) {
  const given = Object.entries(answers) as [AuthorityQuestion, string][]
  if (given.length === 0) return null
  return (
    <dl className="divide-y divide-line text-small">
      {given.map(([question, answer]) => {
        const { legend, answers: words } = questionWords[question]
        return (
          <div key={question} className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2">
            <dt className="text-muted">{legend}</dt>
            <dd className="col-start-1 font-medium">
              {question === 'registration' ? (registeredOn ?? 'Not known') : words[answer]}
            </dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <Button variant="link" size="small" onClick={() => onChange(question)}>
                Change<span className="sr-only">: {legend}</span>
              </Button>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type QuestionProps = { question: AuthorityQuestion; options: readonly string[]; error: string | undefined }

function Question({ question, options, error }: QuestionProps) {
  const { legend, hint, answers } = questionWords[question]
  if (question === 'registration') {
    return (
      <TextField
        id={answerId}
        name={answerId}
        type="date"
        label={legend}
        hint={`${hint} Leave it empty if unknown.`}
        error={error}
      />
    )
  }
  return (
    <RadioGroup
      id={answerId}
      name={answerId}
      legend={legend}
      hint={hint}
      error={error}
      options={options.map((value) => ({ value, label: answers[value] ?? value }))}
    />
  )
}

type DecisionResult = Extract<ReturnType<typeof nextStep>, { state: 'decided' }>

/** What it comes to, on which form, why, what to see and where it stands. */
function Result({ row }: { row: DecisionResult['row'] }) {
  const { title, why, form, evidence } = authorityOutcome(row.outcome)
  return (
    <section aria-live="polite" className="space-y-2 rounded-lg bg-brand-soft p-4">
      <h3>{title}</h3>
      <p>{why}</p>
      <p className="font-medium">{formWords[form]}</p>
      {evidence.length > 0 && (
        <>
          <p>Ask to see:</p>
          <ul className="list-disc ps-6">
            {evidence.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
      <p className="text-small text-muted">
        {row.sources.map((source) => authoritySources[source]).join('; ')}
      </p>
    </section>
  )
}
