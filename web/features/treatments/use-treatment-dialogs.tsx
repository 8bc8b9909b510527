import { Suspense, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { TreatmentEntry } from './treatment-form-reading.ts'
import type { Subtype, Treatment, TreatmentActing } from './treatment-operations.ts'

const TreatmentDialog = lazyPart(async () => ({
  default: (await import('./treatment-dialog.tsx')).TreatmentDialog,
}))
const SubtypeDialog = lazyPart(async () => ({
  default: (await import('./subtype-dialog.tsx')).SubtypeDialog,
}))

type Asked =
  | { about: 'new type' }
  | { about: 'type'; treatment: Treatment }
  | { about: 'new subtype'; treatment: Treatment }
  | { about: 'subtype'; treatment: Treatment; subtype: Subtype }

/** The dialogs in which types and subtypes get their names. */
export function useTreatmentDialogs({ operations, onChanged }: TreatmentActing) {
  const [asked, setAsked] = useState<Asked>()
  const keyOf = useRepeatKey()
  const toast = useToast()
  const onClose = () => setAsked(undefined)

  async function saved(text: string) {
    await onChanged()
    toast(text)
  }
  async function add(entry: TreatmentEntry) {
    await operations.create(entry, { context: { idempotencyKey: keyOf(entry) } })
    await saved(`${entry.name} is added.`)
  }
  async function change({ id: treatmentId }: Treatment, { name, description }: TreatmentEntry) {
    await operations.update({ treatmentId, name, description })
    await saved(`${name} is saved.`)
  }
  async function addSubtype({ id: treatmentId, name: type }: Treatment, name: string) {
    await operations.addSubtype({ treatmentId, name })
    await saved(`${name} is added to ${type}.`)
  }
  async function rename({ id: treatmentId }: Treatment, { name }: Subtype, to: string) {
    await operations.renameSubtype({ treatmentId, name, to })
    await saved(`${name} is now called ${to}.`)
  }

  const dialog = asked && (
    <Suspense>
      {asked.about === 'new type' && <TreatmentDialog onSave={add} onClose={onClose} />}
      {asked.about === 'type' && (
        <TreatmentDialog
          treatment={asked.treatment}
          onSave={(entry) => change(asked.treatment, entry)}
          onClose={onClose}
        />
      )}
      {asked.about === 'new subtype' && (
        <SubtypeDialog
          title={`Add a subtype to ${asked.treatment.name}`}
          confirm="Add subtype"
          current=""
          onSave={(name) => addSubtype(asked.treatment, name)}
          onClose={onClose}
        />
      )}
      {asked.about === 'subtype' && (
        <SubtypeDialog
          title={`Rename ${asked.subtype.name}`}
          description="Templates that name it keep the name they have."
          confirm="Rename"
          current={asked.subtype.name}
          onSave={(to) => rename(asked.treatment, asked.subtype, to)}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
  return { ask: setAsked, dialog }
}
