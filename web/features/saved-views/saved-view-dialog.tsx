import { saved_view_name_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import type { SavedView } from './saved-view-menu.tsx'

type SavedViewDialogProps = {
  /** The view that gets another name; null for a new one. */
  renamed: SavedView | null
  filter: SavedView['filter']
  canShare: boolean
  onSaved: (view: SavedView) => Promise<void>
  onClose: () => void
}

const nameId = 'saved-view-name'

/** Asks for the name of a view, and whom a new one is for. */
export function SavedViewDialog({ renamed, filter, canShare, onSaved, onClose }: SavedViewDialogProps) {
  const keyOf = useIdempotencyKey()

  const save = async (name: string, isShared: boolean) => {
    const asked = { name, filter, isShared }
    const saved = renamed
      ? await api.savedViews.update({ viewId: renamed.id, name, filter: renamed.filter })
      : await api.savedViews.create(asked, { context: { idempotencyKey: keyOf(asked) } })
    await onSaved(saved)
  }
  return (
    <FormDialog
      title={renamed ? 'Rename view' : 'Save current view'}
      text={
        renamed
          ? 'Its filters stay the same.'
          : 'Saves the current search and filters under a name. Results update as consents change.'
      }
      confirm={renamed ? 'Rename' : 'Save view'}
      read={(typed) => {
        const name = String(typed.get('name')).trim()
        if (!name) return [{ id: nameId, text: 'Enter a name' }]
        return () => save(name, typed.get('isShared') !== null)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            id={nameId}
            name="name"
            label="Name"
            defaultValue={renamed?.name}
            maxLength={saved_view_name_length_max}
            error={errorOf(errors, nameId)}
            autoComplete="off"
          />
          {!renamed && canShare && <CheckboxField name="isShared" label="For everyone at this practice" />}
        </>
      )}
    </FormDialog>
  )
}
