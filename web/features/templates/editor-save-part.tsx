import { Button } from '../../ui/plain/button.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

export type SaveNote = { reason: string; change: 'cosmetic' | 'material' }

export const changeId = 'template-change'
const hintId = 'template-saving-hint'

const changes = [
  {
    value: 'material',
    label: 'Material',
    hint: 'The meaning for patients has changed. Consents already sent keep their text.',
  },
  {
    value: 'cosmetic',
    label: 'Cosmetic',
    hint: 'Spelling, layout or words that mean the same.',
  },
]

type EditorSavePartProps = {
  isNew: boolean
  note: SaveNote
  onNote: (note: SaveNote) => void
  noteError: string | undefined
  /** What to know before saving. */
  hint: string | undefined
  busy: boolean
  onSave: () => void
  onCancel: () => void
}

/** The end of the editor: why it changed, and the way out with or without saving. */
export function EditorSavePart(props: EditorSavePartProps) {
  const { isNew, note, onNote, noteError, hint, busy, onSave, onCancel } = props
  return (
    <div className="space-y-5 border-t border-line pt-5">
      {!isNew && (
        <>
          <TextField
            label="Reason for the change"
            optional
            value={note.reason}
            maxLength={500}
            dir="auto"
            autoComplete="off"
            onChange={(event) => onNote({ ...note, reason: event.target.value })}
          />
          <RadioGroup
            id={changeId}
            name="template-change"
            legend="Kind of change"
            options={changes}
            value={note.change}
            error={noteError}
            onChange={(value) => onNote({ ...note, change: value === 'cosmetic' ? 'cosmetic' : 'material' })}
          />
        </>
      )}
      {hint && (
        <p id={hintId} className="text-small text-muted">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          aria-describedby={hint && hintId}
          aria-disabled={busy || undefined}
          className="min-w-40 aria-disabled:opacity-55"
          onClick={() => !busy && onSave()}
        >
          {busy ? 'Saving...' : isNew ? 'Create Template' : 'Update Template'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
