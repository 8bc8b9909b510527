import { today } from '../../../contract/calendar-day.ts'
import { useState, type FormEvent } from 'react'
import type { CapacityAnswers, CapacityForm } from '../../../contract/capacity-rules.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { emptyAnswer } from './capacity-validation.ts'
import { CapacityRemarks } from './capacity-part-form.tsx'
import { CapacityQuestionField } from './capacity-question-field.tsx'
import { reviewDateProblems, validateStep, type TestSection } from './capacity-test-steps.ts'

type CapacityTestSectionProps = {
  form: CapacityForm
  section: TestSection
  answers: CapacityAnswers
  ageYears: number
  /** This one, and how many there are as things stand: an answer may add one. */
  step: number
  steps: number
  onChange: (answers: CapacityAnswers) => void
  onBack: () => void
  onContinue: () => void
}

/** One section of the assessment as a step of its own. */
export function CapacityTestSection(props: CapacityTestSectionProps) {
  const { form, section, answers, ageYears, step, steps, onChange, onBack, onContinue } = props
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const isLast = step === steps
  function submit(event: FormEvent) {
    event.preventDefault()
    const ofDay = isLast ? reviewDateProblems(answers, today()) : []
    const faults = [...validateStep(form, section, answers, ageYears, isLast), ...ofDay]
    setErrors(faults)
    if (faults.length === 0) onContinue()
  }
  return (
    <>
      <BackLink onClick={onBack} />
      <p className="mt-2 text-muted">
        {form.law}. Step {step} of {steps}
      </p>
      <h1 tabIndex={-1}>{section.title}</h1>
      {section.lead && <p className="mt-2 text-lead text-muted">{section.lead}</p>}
      <form noValidate onSubmit={submit} className="mt-6 space-y-7">
        <ErrorSummary errors={errors} />
        {section.questions.map((question) => (
          <CapacityQuestionField
            key={question.id}
            question={question}
            answer={answers[question.id] ?? emptyAnswer}
            errors={errors}
            onChange={(answer) => onChange({ ...answers, [question.id]: answer })}
          />
        ))}
        {isLast && <CapacityRemarks part={form.assessment} {...{ answers, ageYears }} />}
        <Button type="submit" size="large">
          {isLast ? 'See the result' : 'Continue'}
        </Button>
      </form>
    </>
  )
}
