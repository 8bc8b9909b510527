import { useState } from 'react'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import type { ClinicSecurity } from './security-form-parsing.ts'

type SecondFactorFieldsProps = { security: ClinicSecurity; errors: readonly FieldProblem[] }

/** Whether the practice asks for a second factor, what that means for its people, and in writing why where it does not. */
export function SecondFactorFields({ security, errors }: SecondFactorFieldsProps) {
  const { requiresSecondFactor, secondFactor } = security
  const { from, optOut, people } = secondFactor
  const [isOn, setOn] = useState(requiresSecondFactor)
  const isSwitchedOn = isOn && !requiresSecondFactor
  return (
    <div className="space-y-3">
      <CheckboxField
        id="requiresSecondFactor"
        name="requiresSecondFactor"
        label="Require a second factor"
        hint="All staff need a passkey, or a code from an authenticator app, to sign in."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
        error={errorOf(errors, 'requiresSecondFactor')}
      />
      {from && isOn && <p>Required from {dayText(from)}. Until then staff see a reminder.</p>}
      <SecondFactorPeople {...people} />
      {isSwitchedOn && people.lacking.length > 0 && (
        <InlineMessage tone="warn">
          {people.lacking.length === 1 ? '1 person' : `${people.lacking.length} people`} without a second
          factor will be signed out when you save and must set one up at the next sign-in. This may include
          you.
        </InlineMessage>
      )}
      {!isOn && !requiresSecondFactor && optOut && (
        <InlineMessage tone="info" title="Your practice does not require a second factor">
          <p>
            {optOut.reason} ({optOut.byName}, {dayText(optOut.at)})
          </p>
          <p>Shown in your CQC evidence and inspection packs.</p>
        </InlineMessage>
      )}
      {!isOn && !requiresSecondFactor && !optOut && (
        <InlineMessage tone="info">
          New practices require a second factor. Yours has not decided yet, and stays as it is until you
          switch it on.
        </InlineMessage>
      )}
      {!isOn && requiresSecondFactor && (
        <TextareaField
          id="secondFactorReason"
          name="secondFactorReason"
          label="Reason for not requiring a second factor"
          hint="Saved with your name and today’s date, and shown in your CQC evidence and inspection packs."
          maxLength={500}
          error={errorOf(errors, 'secondFactorReason')}
        />
      )}
    </div>
  )
}

function SecondFactorPeople({ having, lacking }: ClinicSecurity['secondFactor']['people']) {
  return (
    <p className="text-small text-muted">
      Set up by {having.length} of {having.length + lacking.length} staff.
      {lacking.length > 0 && ` Not yet: ${lacking.join(', ')}.`}
    </p>
  )
}
