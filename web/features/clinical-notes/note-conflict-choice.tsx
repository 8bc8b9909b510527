import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useToothNotation } from '../clinics/index.ts'
import {
  answerFact,
  conflictId,
  conflictKey,
  resolveConflict,
  resolveTeethConflict,
  teethText,
  type NoteAnswer,
  type NoteChoices,
  type ParsedNote,
} from './note-choices.ts'

type NoteConflictChoiceProps = {
  conflict: ParsedNote['conflicts'][number]
  choices: NoteChoices
  onChange: (choices: NoteChoices) => void
  error?: string | undefined
}

/** Two things the note says that cannot both be meant: somebody says which. */
export function NoteConflictChoice({ conflict, choices, onChange, error }: NoteConflictChoiceProps) {
  const { about, between, message } = conflict
  const id = conflictId(between)
  const notation = useToothNotation()
  const isSettled = choices.settled.includes(conflictKey(between))
  if (about === 'side')
    return (
      <InlineMessage tone={isSettled ? 'ok' : 'bad'} title={message}>
        {error && <p className="font-medium text-bad">{error}</p>}
        {isSettled ? (
          <p>The tooth is right.</p>
        ) : (
          <p>
            Correct the note and read it again, or{' '}
            <Button id={id} variant="link" onClick={() => onChange(resolveConflict(choices, between))}>
              the tooth is right
            </Button>
          </p>
        )}
      </InlineMessage>
    )
  if (about === 'factor') {
    const [factor = ''] = between
    const fact = choices.facts.find((one) => one.factor === factor)
    return (
      <RadioGroup
        id={id}
        name={id}
        legend={`${fact?.label ?? factor}: ${message}`}
        inline
        options={answerOptions}
        value={isSettled ? (fact?.answer ?? '') : ''}
        onChange={(answer) => onChange(answerFact(choices, factor, answer as NoteAnswer))}
        error={error}
      />
    )
  }
  const kept = between.filter((fdi) => choices.treatments.some(({ teeth }) => teeth.includes(fdi)))
  return (
    <RadioGroup
      id={id}
      name={id}
      legend={message}
      options={[
        ...between.map((fdi) => ({ value: fdi, label: teethText([fdi], notation) })),
        { value: 'both', label: 'Both teeth' },
      ]}
      value={isSettled ? (kept.length > 1 ? 'both' : (kept[0] ?? '')) : ''}
      onChange={(chosen) =>
        onChange(resolveTeethConflict(choices, between, chosen === 'both' ? between : [chosen]))
      }
      error={error}
    />
  )
}

const answerOptions = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unknown', label: 'Not known' },
]
