import { useEffect, useRef } from 'react'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { focusField, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { hasLastPhrases, withAllLast, withLast, type ConsentValues } from './consent-form-values.ts'
import { sendButtonId } from './send-bar.tsx'

type FormState = {
  values: ConsentValues
  setValues: (change: (values: ConsentValues) => ConsentValues) => void
  /** What the patient may not be sent it without. */
  missing: readonly FieldProblem[]
}

/**
 * Takes over what the clinician wrote last for a treatment, or by key for all of them, and goes on to what is still
 * missing, or to sending.
 */
export function useSameAsLast({ values, setValues, missing }: FormState): (key: string) => void {
  const leadsOn = useRef(false)
  useEffect(() => {
    if (!leadsOn.current) return
    leadsOn.current = false
    focusField(missing[0]?.id ?? sendButtonId)
  })
  function take(change: (values: ConsentValues) => ConsentValues) {
    leadsOn.current = true
    setValues(change)
  }
  const isOffered = values.treatments.some((treatment) => hasLastPhrases(values, treatment))
  useShortcut(keyboardShortcuts.sameAsLast, () => take(withAllLast), isOffered)
  return (key) => take((now) => withLast(now, key))
}
