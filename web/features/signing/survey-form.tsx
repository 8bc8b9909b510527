import { useRef, useState, type FormEvent } from 'react'
import type { PatientAftercare, SurveyAnswers } from '../../../contract/aftercare.ts'
import { survey_text_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { answerSurvey, type SurveyInput } from './aftercare-api.ts'
import { useApiRequest } from './api-request.ts'
import { TextButton } from './text-button.tsx'
import { usePractice } from './practice-context.tsx'
import { useEntryWords, useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

const questions = [
  'understood',
  'time',
  'asSaid',
  'again',
  'regret',
] as const satisfies readonly (keyof SurveyAnswers)[]
const scale = ['s5', 's4', 's3', 's2', 's1'] as const

type SurveyFormProps = {
  consentId: string
  onAnswered: (own: PatientAftercare) => void
  onLapsed: () => void
}

/** How it went, some weeks later: five questions, none chosen beforehand, and a way to say no to all of them. */
export function SurveyForm({ consentId, onAnswered, onLapsed }: SurveyFormProps) {
  const { aftercare } = useWords()
  const { page } = useEntryWords()
  const { practice } = usePractice()
  const { survey } = aftercare
  const { busy, problems, setProblems, run } = useApiRequest(onLapsed)
  const [skipping, setSkipping] = useState(false)
  const key = useRef(crypto.randomUUID())
  const send = (input: SurveyInput) =>
    run(async () => onAnswered(await answerSurvey(consentId, input, key.current)))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const missing = questions.filter((question) => !typed.get(question))
    setProblems(
      missing.map((question) => ({ id: question, text: `${survey.asks[question]}: ${survey.first}` })),
    )
    if (missing.length > 0) return
    const answers = Object.fromEntries(
      questions.map((question) => [question, Number(typed.get(question))]),
    ) as SurveyAnswers
    setSkipping(false)
    key.current = crypto.randomUUID()
    void send({ answers, text: String(typed.get('more') ?? '').trim() })
  }
  function skip() {
    setSkipping(true)
    key.current = crypto.randomUUID()
    void send({ answers: null })
  }
  return (
    <section className="mt-8 card p-4">
      <h2>{survey.title}</h2>
      <p dir="auto" className="mt-2">
        {fillPlaceholders(survey.lead, { practice: practice?.name ?? '' })}
      </p>
      <ErrorSummary title={page.problem} errors={problems} />
      <DraftForm draft="survey" onSubmit={submit} noValidate className="mt-4 space-y-6">
        {questions.map((question) => (
          <ScaleQuestion key={question} question={question} problems={problems} />
        ))}
        <TextareaField name="more" label={survey.more} maxLength={survey_text_length_max} rows={3} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" busy={busy && !skipping}>
            {survey.send}
          </Button>
          <TextButton onClick={skip} busy={busy && skipping}>
            {survey.skip}
          </TextButton>
        </div>
      </DraftForm>
    </section>
  )
}

function ScaleQuestion({
  question,
  problems,
}: {
  question: (typeof questions)[number]
  problems: readonly FieldProblem[]
}) {
  const { survey } = useWords().aftercare
  return (
    <RadioGroup
      id={question}
      name={question}
      legend={survey.asks[question]}
      error={errorOf(problems, question)}
      options={scale.map((worth, index) => ({
        value: String(scale.length - index),
        label: survey.scale[worth],
      }))}
    />
  )
}
