import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { additionalId, type AskedBesides } from './additional-reading.ts'

type AdditionalFieldsProps = {
  asked: AskedBesides
  /** What neither yes nor no is, and whether it holds until somebody says otherwise. */
  neither: { label: string; isPreset: boolean }
  errors: readonly FieldProblem[]
}

/** What was said to each question besides the treatment. Neither yes nor no is ever filled in beforehand. */
export const AdditionalFields = ({ asked, neither, errors }: AdditionalFieldsProps) => (
  <>
    {asked.map(({ key, title, question }) => (
      <RadioGroup
        key={key}
        id={additionalId(key)}
        name={additionalId(key)}
        legend={`Besides the treatment: ${title}`}
        hint={question}
        inline
        {...(neither.isPreset ? { defaultValue: 'blank' } : {})}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
          { value: 'blank', label: neither.label },
        ]}
        error={errorOf(errors, additionalId(key))}
      />
    ))}
  </>
)
