import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { additionalFieldId, type AdditionalQuestion } from './additional-consent-parsing.ts'

type AdditionalConsentFieldsProps = {
  questions: AdditionalQuestion
  /** What neither yes nor no is, and whether it holds until somebody says otherwise. */
  noAnswerLabel: { label: string; isPreset: boolean }
  errors: readonly FieldProblem[]
}

/** What was said to each question besides the treatment. Neither yes nor no is ever filled in beforehand. */
export const AdditionalConsentFields = ({
  questions,
  noAnswerLabel,
  errors,
}: AdditionalConsentFieldsProps) => (
  <>
    {questions.map(({ key, title, question }) => (
      <RadioGroup
        key={key}
        id={additionalFieldId(key)}
        name={additionalFieldId(key)}
        legend={`Additional consent: ${title}`}
        hint={question}
        inline
        {...(noAnswerLabel.isPreset ? { defaultValue: 'blank' } : {})}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
          { value: 'blank', label: noAnswerLabel.label },
        ]}
        error={errorOf(errors, additionalFieldId(key))}
      />
    ))}
  </>
)
