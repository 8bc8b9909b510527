import { Suspense, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { TreatmentEntry } from './treatment-form-values.ts'
import type { Subtype, Treatment, TreatmentContext } from './treatment-operations.ts'

const TreatmentDialog = lazyPart(async () => ({
  default: (await import('./treatment-dialog.tsx')).TreatmentDialog,
}))
const SubtypeDialog = lazyPart(async () => ({
  default: (await import('./subtype-dialog.tsx')).SubtypeDialog,
}))

type OpenDialog =
  | { about: 'new type' }
  | { about: 'type'; treatment: Treatment }
  | { about: 'new subtype'; treatment: Treatment }
  | { about: 'subtype'; treatment: Treatment; subtype: Subtype }

/** The dialogs in which types and subtypes get their names. */
export function useTreatmentDialogs({ operations, onChanged }: TreatmentContext) {
  const [openedDialog, setAsked] = useState<OpenDialog>()
  const keyOf = useIdempotencyKey()
  const toast = useToast()
  const onClose = () => setAsked(undefined)

  async function saved(text: string) {
    await onChanged()
    toast(text)
  }
  async function add(entry: TreatmentEntry) {
    await operations.create(entry, { context: { idempotencyKey: keyOf(entry) } })
    await saved(`${entry.name} added.`)
  }
  async function change({ id: treatmentId }: Treatment, { name, description }: TreatmentEntry) {
    await operations.update({ treatmentId, name, description })
    await saved(`${name} is saved.`)
  }
  async function addSubtype({ id: treatmentId, name: type }: Treatment, name: string) {
    await operations.addSubtype({ treatmentId, name })
    await saved(`${name} added to ${type}.`)
  }
  async function rename({ id: treatmentId }: Treatment, { name }: Subtype, to: string) {
    await operations.renameSubtype({ treatmentId, name, to })
    await saved(`${name} is now called ${to}.`)
  }

  const dialog = openedDialog && (
    <Suspense>
      {openedDialog.about === 'new type' && <TreatmentDialog onSave={add} onClose={onClose} />}
      {openedDialog.about === 'type' && (
        <TreatmentDialog
          treatment={openedDialog.treatment}
          onSave={(entry) => change(openedDialog.treatment, entry)}
          onClose={onClose}
        />
      )}
      {openedDialog.about === 'new subtype' && (
        <SubtypeDialog
          title={`Add a subtype to ${openedDialog.treatment.name}`}
          confirm="Add subtype"
          current=""
          onSave={(name) => addSubtype(openedDialog.treatment, name)}
          onClose={onClose}
        />
      )}
      {openedDialog.about === 'subtype' && (
        <SubtypeDialog
          title={`Rename ${openedDialog.subtype.name}`}
          description="Existing templates keep the old name."
          confirm="Rename"
          current={openedDialog.subtype.name}
          onSave={(to) => rename(openedDialog.treatment, openedDialog.subtype, to)}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
  return { ask: setAsked, dialog }
}
