import { useState } from 'react'
import type { Policy } from '../../../contract/policies.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PolicyText } from './policy-text.tsx'

type GroupOfferProps = { policy: Policy; onChanged: () => Promise<void> }

/** Says that the practice's group has another wording than the one in force, which can be read and adopted. */
export function GroupOfferMessage({ policy, onChanged }: GroupOfferProps) {
  const [isReading, setReading] = useState(false)
  const { offer } = policy
  if (!offer || offer.isAdopted) return null
  const { group, number, at, isNew } = offer
  return (
    <InlineMessage
      className="mt-5"
      tone={isNew ? 'warn' : 'info'}
      title={isNew ? `New version from ${group}` : `${group} has its own wording`}
    >
      <p>
        Version {number}, shared {dayText(at)}. Your practice’s version applies until you adopt it.
      </p>
      <Button variant="quiet" size="small" className="mt-3" onClick={() => setReading(true)}>
        Read and adopt
      </Button>
      {isReading && (
        <AdoptionDialog policy={policy} onClose={() => setReading(false)} onChanged={onChanged} />
      )}
    </InlineMessage>
  )
}

function AdoptionDialog({ policy, onClose, onChanged }: GroupOfferProps & { onClose: () => void }) {
  const toast = useToast()
  const { group, number, title, text } = policy.offer!
  return (
    <FormDialog
      title={<span dir="auto">{title}</span>}
      text={`Version ${number} of ${group}. All staff are asked to read it once you adopt it.`}
      confirm="Adopt version"
      about={`${policy.policy} ${number}`}
      onClose={onClose}
      read={(typed) => {
        const reviewOn = String(typed.get('policy-review') ?? '')
        if (reviewOn === '') return [{ id: 'policy-review', text: 'Enter a review date' }]
        return async () => {
          const after = policy.version?.number ?? 0
          await api.policies.adopt({ policy: policy.policy, after, title, text, reviewOn })
          toast('Version adopted')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          <PolicyText text={text} />
          <TextField
            id="policy-review"
            name="policy-review"
            type="date"
            width="medium"
            label="Review date"
            defaultValue={policy.suggestedReviewOn}
            error={errorOf(errors, 'policy-review')}
          />
        </>
      )}
    </FormDialog>
  )
}
