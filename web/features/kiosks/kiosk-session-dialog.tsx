import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { startKioskSession } from '../identity/index.ts'
import { teethInBrief } from '../teeth/index.ts'

/** A form that waits for the patient. */
export type KioskForm = { id: string; treatment: string; teeth: readonly string[] }

type KioskSessionDialogProps = {
  patientName: string
  forms: readonly KioskForm[]
  onClose: () => void
}

const fieldId = 'forms'

/** Asks once, then this browser is the patient's: it opens nothing of the practice until it is unlocked. */
export function StartKioskSessionDialog({ patientName, forms, onClose }: KioskSessionDialogProps) {
  const notation = useToothNotation()
  const only = forms.length === 1 ? forms[0] : undefined

  function read(typed: FormData) {
    const consentIds = only ? [only.id] : typed.getAll(fieldId).map(String)
    if (consentIds.length === 0) return [{ id: fieldId, text: 'Choose at least one form' }]
    return async () => {
      const { handoverId } = await api.kiosks.handOver({ consentIds })
      startKioskSession(`/kiosk/${handoverId}`)
    }
  }

  return (
    <FormDialog
      title={`Hand this screen to ${patientName}?`}
      text="It opens only the patient’s forms, in every tab, until you unlock it with your PIN or password. Unsaved text is kept in this tab until you sign out."
      confirm="Hand over"
      read={read}
      onClose={onClose}
    >
      {(errors) =>
        only ? (
          <p dir="auto" className="font-semibold">
            {only.treatment}
          </p>
        ) : (
          <Fieldset id={fieldId} legend="Forms to read and sign" error={errorOf(errors, fieldId)}>
            {() =>
              forms.map(({ id, treatment, teeth }) => (
                <CheckboxField
                  key={id}
                  id={id}
                  name={fieldId}
                  value={id}
                  label={treatment}
                  hint={teethInBrief(notation, teeth) || undefined}
                  defaultChecked
                />
              ))
            }
          </Fieldset>
        )
      }
    </FormDialog>
  )
}
