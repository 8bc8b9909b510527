import { api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Consent } from './consent-form-values.ts'
import { isFieldError } from './conversation-form-parsing.ts'
import { parseWithdrawal, remainingTreatments } from './withdrawal-words.ts'

type WithdrawalDialogProps = {
  consent: Consent
  /** After it was done, with what to say of it. */
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

const fullWithdrawalText =
  'This consent can no longer be relied on for treatment. This cannot be undone; you can create a new consent.'
const partialWithdrawalText =
  'Consent to the chosen treatments ends; consent to the others stays valid. This cannot be undone; you can create a new consent.'

/** What a patient takes back, as staff were told: the whole consent, or some of its treatments. */
export function WithdrawalDialog({ consent, onDone, onClose }: WithdrawalDialogProps) {
  const standing = remainingTreatments(consent)
  const hasChoice = standing.length > 1
  return (
    <FormDialog
      title="Record that the patient withdraws?"
      text={hasChoice ? partialWithdrawalText : fullWithdrawalText}
      confirm="Record withdrawal"
      danger
      onClose={onClose}
      read={(typed) => {
        const withdrawal = parseWithdrawal(typed, standing.length)
        if (isFieldError(withdrawal)) return withdrawal
        return async () => {
          await api.consents.recordWithdrawal({ consentId: consent.id, ...withdrawal })
          await onDone('Withdrawal recorded.')
        }
      }}
    >
      {(errors) => (
        <>
          {hasChoice && (
            <Fieldset
              id="treatments"
              legend="Treatments withdrawn"
              hint="All of them: the whole consent."
              error={errorOf(errors, 'treatments')}
            >
              {() =>
                standing.map(({ place, title }, order) => (
                  <CheckboxField
                    key={place}
                    id={order === 0 ? 'treatments' : `treatments-${place}`}
                    name="treatments"
                    value={place}
                    label={<span dir="auto">{title}</span>}
                  />
                ))
              }
            </Fieldset>
          )}
          <TextareaField
            id="reason"
            name="reason"
            label="Patient’s reasons"
            error={errorOf(errors, 'reason')}
            maxLength={500}
            rows={3}
          />
        </>
      )}
    </FormDialog>
  )
}
