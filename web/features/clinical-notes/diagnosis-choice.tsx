import { diffWordsWithSpace } from 'diff'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import type { NoteChoices } from './note-choices.ts'

const diagnosis_length_max = 500

type DiagnosisChoiceProps = { choices: NoteChoices; onChange: (changes: Partial<NoteChoices>) => void }

/** The diagnosis, and beside it word by word what a language model would write instead. */
export function DiagnosisChoice({ choices, onChange }: DiagnosisChoiceProps) {
  const { diagnosis, otherDiagnosis: other, note } = choices
  return (
    <>
      <TextareaField
        id="note-diagnosis"
        label="Diagnosis"
        hint="In words the patient knows. It ends the sentence “We found: …”"
        value={diagnosis}
        onChange={(event) => onChange({ diagnosis: event.target.value })}
        maxLength={diagnosis_length_max}
        rows={2}
      />
      {other && (
        <div className="space-y-2 rounded-md border border-line px-4 py-3">
          <p className="flex flex-wrap items-center gap-2 text-small text-muted">
            Another diagnosis, from <q dir="auto">{note.slice(other.from, other.to)}</q>
            <Badge tone="warn">Suggested by a language model</Badge>
          </p>
          <p dir="auto" className="wrap-anywhere">
            {diffWordsWithSpace(diagnosis, other.text).map(({ value, added, removed }, index) => {
              if (!added && !removed) return <span key={index}>{value}</span>
              const Mark = added ? 'ins' : 'del'
              return (
                <Mark key={index} className={added ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}>
                  <span className="sr-only">{added ? 'Added: ' : 'Removed: '}</span>
                  {value}
                </Mark>
              )
            })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange({ diagnosis: other.text, otherDiagnosis: null })}
            >
              Use this diagnosis
            </Button>
            <Button size="small" variant="link" onClick={() => onChange({ otherDiagnosis: null })}>
              Reject
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
