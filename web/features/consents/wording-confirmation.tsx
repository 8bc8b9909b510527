import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { wordingConfirmedId } from './consent-form-validation.ts'

type WordingConfirmationProps = {
  confirmed: boolean
  onChange: (confirmed: boolean) => void
  error: string | undefined
  className?: string | undefined
}

/** Wording that nobody in the practice has adopted is sent only by somebody who says that it is right for this patient. */
export function WordingConfirmation({ confirmed, onChange, error, className }: WordingConfirmationProps) {
  return (
    <InlineMessage tone="warn" title="This wording is not adopted" className={className}>
      <p className="mb-2">
        Nobody in your practice has adopted this wording yet. Confirm that you have read it and that it is
        right for this patient, then send.
      </p>
      <CheckboxField
        id={wordingConfirmedId}
        label="I have read this wording and it is right for this patient"
        checked={confirmed}
        onChange={(event) => onChange(event.target.checked)}
        error={error}
      />
    </InlineMessage>
  )
}
