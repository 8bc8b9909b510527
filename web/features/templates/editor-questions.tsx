import { X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import { EditorRows } from './editor-rows.tsx'
import type { DraftQuestion } from './template-editor-rules.ts'

const answers_min = 2
const answers_max = 6

const newQuestion = (): DraftQuestion => ({
  question: '',
  answers: [
    { text: '', right: false },
    { text: '', right: false },
    { text: '', right: false },
  ],
  explanation: '',
})

type EditorQuestionsProps = {
  questions: readonly DraftQuestion[]
  onChange: (questions: DraftQuestion[]) => void
  errors: readonly FieldProblem[]
}

/** Questions that show a patient what they have understood; one answer of each is right. */
export function EditorQuestions({ questions, onChange, errors }: EditorQuestionsProps) {
  return (
    <EditorRows
      prefix="question"
      rows={questions}
      onChange={onChange}
      createRow={newQuestion}
      addLabel="Add question"
      nameOf={(number) => `Question ${number}`}
      emptyText="No questions yet."
    >
      {(question, index, change) => (
        <QuestionFields question={question} id={`question-${index}`} onChange={change} errors={errors} />
      )}
    </EditorRows>
  )
}

type QuestionFieldsProps = {
  question: DraftQuestion
  id: string
  onChange: (question: DraftQuestion) => void
  errors: readonly FieldProblem[]
}

function QuestionFields({ question, id, onChange, errors }: QuestionFieldsProps) {
  return (
    <div className="space-y-3">
      <TextField
        id={id}
        label="Question"
        value={question.question}
        error={errorOf(errors, id)}
        maxLength={500}
        dir="auto"
        onChange={(event) => onChange({ ...question, question: event.target.value })}
      />
      <AnswerFields
        answers={question.answers}
        id={id}
        onChange={(answers) => onChange({ ...question, answers })}
        error={errorOf(errors, `${id}-right-0`) ?? errorOf(errors, `${id}-answer-0`)}
      />
      <TextareaField
        label="Explanation"
        optional
        value={question.explanation}
        rows={2}
        maxLength={1000}
        onChange={(event) => onChange({ ...question, explanation: event.target.value })}
      />
    </div>
  )
}

type AnswerFieldsProps = {
  answers: DraftQuestion['answers']
  id: string
  onChange: (answers: DraftQuestion['answers']) => void
  error: string | undefined
}

function AnswerFields({ answers, id, onChange, error }: AnswerFieldsProps) {
  return (
    <>
      <Fieldset legend="Answers" hint="Mark the correct answer." error={error}>
        {() => (
          <div className="space-y-2">
            {answers.map((answer, at) => (
              <div key={at} className="flex items-center gap-2">
                <TickBox
                  type="radio"
                  id={`${id}-right-${at}`}
                  name={`${id}-right`}
                  className="mt-0"
                  aria-label={`Answer ${at + 1} is right`}
                  checked={answer.right}
                  onChange={() => onChange(answers.map(({ text }, other) => ({ text, right: other === at })))}
                />
                <TextField
                  id={`${id}-answer-${at}`}
                  label={`Answer ${at + 1}`}
                  hideLabel
                  value={answer.text}
                  maxLength={500}
                  dir="auto"
                  className="min-w-0 flex-1"
                  onChange={(event) => onChange(answers.with(at, { ...answer, text: event.target.value }))}
                />
                {answers.length > answers_min && (
                  <IconButton
                    label={`Remove answer ${at + 1}`}
                    icon={X}
                    size="small"
                    onClick={() => onChange(answers.toSpliced(at, 1))}
                  />
                )}
              </div>
            ))}
          </div>
        )}
      </Fieldset>
      {answers.length < answers_max && (
        <Button
          variant="link"
          size="small"
          onClick={() => onChange([...answers, { text: '', right: false }])}
        >
          Add answer
        </Button>
      )}
    </>
  )
}
