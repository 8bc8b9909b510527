import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { FindingSource } from './finding-source.tsx'
import { teethText, type FactChoice, type NoteAnswer } from './note-choices.ts'

type NoteFactChoiceProps = {
  note: string
  fact: FactChoice
  onAnswer: (answer: NoteAnswer) => void
  onAccept: (isAccepted: boolean) => void
}

/** Something about the patient: the answer the note gives, which somebody accepts, changes or refuses. */
export function NoteFactChoice({ note, fact, onAnswer, onAccept }: NoteFactChoiceProps) {
  const { factor, label, answer, fields, teeth, isAccepted } = fact
  const notation = useToothNotation()
  const more = [...Object.values(fields), ...(teeth.length > 0 ? [teethText(teeth, notation)] : [])].join(
    ', ',
  )
  return (
    <li className="space-y-1.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <RadioGroup
        legend={more ? `${label} (${more})` : label}
        name={`fact-${factor}`}
        inline
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
          { value: 'unknown', label: 'Not known' },
        ]}
        value={answer}
        onChange={(chosen) => onAnswer(chosen as NoteAnswer)}
      />
      <FindingSource {...fact} note={note} />
      <CheckboxField
        label={
          <>
            Accept<span className="sr-only">: {label}</span>
          </>
        }
        checked={isAccepted}
        onChange={(event) => onAccept(event.target.checked)}
      />
    </li>
  )
}
