import { useState } from 'react'
import type { ImprovementAction } from '../../../contract/improvement-actions.ts'
import { action_title_length_max, compliance_note_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'

export type Person = { id: string; name: string }
type DialogProps = { onDone: () => Promise<void>; onClose: () => void }

const trimmedFieldValue = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()
const missingFieldTexts = (typed: string, id: string, text: string): FieldProblem[] =>
  typed ? [] : [{ id, text }]

type ActionDialogProps = DialogProps & {
  /** The item that a new action is about; null for none. */
  item?: string | null
  action?: ImprovementAction
  people: readonly Person[]
}

/** Writes an action down, or changes it: what, who and by when. */
export function ActionDialog({ item = null, action, people, onDone, onClose }: ActionDialogProps) {
  const keyOf = useIdempotencyKey()
  const [first] = people
  return (
    <FormDialog
      title={action ? 'Edit action' : 'Add action'}
      text="Do not include patient names."
      confirm={action ? 'Save' : 'Add'}
      about={action?.id ?? item ?? undefined}
      onClose={onClose}
      read={(typed) => {
        const [title, ownerId, dueOn] = ['action-title', 'action-owner', 'action-due'].map((name) =>
          trimmedFieldValue(typed, name),
        )
        const faults = [
          ...missingFieldTexts(title!, 'action-title', 'Enter the action'),
          ...missingFieldTexts(ownerId!, 'action-owner', 'Choose an owner'),
          ...missingFieldTexts(dueOn!, 'action-due', 'Enter a due date'),
        ]
        if (faults.length > 0) return faults
        const said = { title: title!, ownerId: ownerId!, dueOn: dueOn! }
        return async () => {
          if (action) await api.improvementActions.update({ actionId: action.id, ...said })
          else {
            const input = { ...said, item }
            await api.improvementActions.create(input, { context: { idempotencyKey: keyOf(input) } })
          }
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          <TextareaField
            id="action-title"
            name="action-title"
            label="Action"
            rows={2}
            maxLength={action_title_length_max}
            defaultValue={action?.title}
            error={errorOf(errors, 'action-title')}
          />
          <SelectField
            id="action-owner"
            name="action-owner"
            label="Owner"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={action?.owner?.id ?? first?.id}
            error={errorOf(errors, 'action-owner')}
          />
          <TextField
            id="action-due"
            name="action-due"
            type="date"
            width="medium"
            label="Due date"
            defaultValue={action?.dueOn}
            error={errorOf(errors, 'action-due')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Closes an action with what came of it. */
export function CloseActionDialog({ action, onDone, onClose }: DialogProps & { action: ImprovementAction }) {
  return (
    <FormDialog
      title="Close action"
      text={action.title}
      confirm="Close it"
      about={action.id}
      onClose={onClose}
      read={(typed) => {
        const outcome = trimmedFieldValue(typed, 'action-outcome')
        if (!outcome) return [{ id: 'action-outcome', text: 'Enter the outcome' }]
        return async () => {
          await api.improvementActions.close({ actionId: action.id, outcome })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <TextareaField
          id="action-outcome"
          name="action-outcome"
          label="Outcome"
          rows={3}
          maxLength={compliance_note_length_max}
          error={errorOf(errors, 'action-outcome')}
        />
      )}
    </FormDialog>
  )
}

/** Writes a note about an item. */
export function NoteDialog({ itemId, onDone, onClose }: DialogProps & { itemId: string }) {
  const keyOf = useIdempotencyKey()
  const [text, setText] = useState('')
  return (
    <FormDialog
      title="Add note"
      text="Shown with the item and in inspection packs. Do not include patient names."
      confirm="Add note"
      about={itemId}
      onClose={onClose}
      read={() => {
        if (!text.trim()) return [{ id: 'note-text', text: 'Enter the note' }]
        const input = { itemId, text: text.trim() }
        return async () => {
          await api.compliance.addNote(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <TextareaField
          id="note-text"
          label="Note"
          rows={4}
          maxLength={compliance_note_length_max}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={errorOf(errors, 'note-text')}
        />
      )}
    </FormDialog>
  )
}
