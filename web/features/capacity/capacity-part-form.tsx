import {
  askedQuestions,
  matchFindings,
  questionsWithShortNotes,
  type CapacityAnswers,
  type CapacityFormPart,
} from '../../../contract/capacity-rules.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { emptyAnswer } from './capacity-validation.ts'
import { CapacityQuestionField } from './capacity-question-field.tsx'

type CapacityPartFormProps = {
  part: CapacityFormPart
  ageYears: number
  answers: CapacityAnswers
  errors: readonly FieldProblem[]
  onChange: (answers: CapacityAnswers) => void
}

/**
 * The questions of a part, section by section, as far as they are asked. It takes answers and gives them back, and keeps
 * and sends nothing: whoever shows it decides what becomes of them.
 */
export function CapacityPartForm({ part, ageYears, answers, errors, onChange }: CapacityPartFormProps) {
  const asked = new Set(askedQuestions(part, answers, ageYears).map(({ id }) => id))
  return (
    <>
      {part.sections
        .map((section) => ({ ...section, questions: section.questions.filter(({ id }) => asked.has(id)) }))
        .filter(({ questions }) => questions.length > 0)
        .map(({ id, title, lead, questions }) => (
          <Panel key={id} title={title} lead={lead || undefined}>
            <div className="space-y-6">
              {questions.map((question) => (
                <CapacityQuestionField
                  key={question.id}
                  question={question}
                  answer={answers[question.id] ?? emptyAnswer}
                  errors={errors}
                  onChange={(answer) => onChange({ ...answers, [question.id]: answer })}
                />
              ))}
            </div>
          </Panel>
        ))}
      <CapacityRemarks {...{ part, answers, ageYears }} />
    </>
  )
}

type RemarksProps = Pick<CapacityPartFormProps, 'part' | 'answers' | 'ageYears'>

/** What to look at again. It stops nobody. */
export function CapacityRemarks({ part, answers, ageYears }: RemarksProps) {
  const remarks = matchFindings(part, 'remarks', answers, ageYears).map(({ says }) => says)
  const thin = questionsWithShortNotes(part, answers, ageYears).length
  if (thin > 0) remarks.push('Some answers are very short. Record what you asked and the answers.')
  return (
    <div role="status">
      {remarks.length > 0 && (
        <InlineMessage tone="warn" title="Review this">
          <ul className="list-disc space-y-1 ps-5">
            {remarks.map((says) => (
              <li key={says}>{says}</li>
            ))}
          </ul>
        </InlineMessage>
      )}
    </div>
  )
}
