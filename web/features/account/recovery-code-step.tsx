import { useState, type FormEvent } from 'react'
import { RecoveryCodes } from '../identity/index.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'

type RecoveryCodeStepProps = {
  codes: readonly string[]
  onSaved: () => void
}

/** Shows new recovery codes, this one time, and closes once the person says that they have kept them. */
export function RecoveryCodeStep({ codes, onSaved }: RecoveryCodeStepProps) {
  const [kept, setKept] = useState(false)
  const [error, setError] = useState<string>()
  useFocusOnMount('codesToKeep')

  function goOn(event: FormEvent) {
    event.preventDefault()
    if (kept) return onSaved()
    setError('Save the codes, then tick the box')
    document.getElementById('codesKept')?.focus()
  }
  return (
    <form noValidate onSubmit={goOn} className="max-w-md space-y-4">
      <div>
        <h4 id="codesToKeep" tabIndex={-1} className="font-semibold outline-none">
          Save your recovery codes
        </h4>
        <p className="mt-0.5 text-muted">
          Each code signs you in once if you lose your phone. They are not shown again, so store them safely
          and not on the phone with the app.
        </p>
      </div>
      <RecoveryCodes codes={codes} />
      <CheckboxField
        id="codesKept"
        label="I have saved these codes in a safe place"
        checked={kept}
        onChange={(event) => {
          setKept(event.target.checked)
          setError(undefined)
        }}
        error={error}
      />
      <Button type="submit">Done</Button>
    </form>
  )
}
