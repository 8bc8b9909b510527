import { useEffect, useState } from 'react'
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
  const [isLeading, setLeading] = useState(false)
  // Whether it can be said that no risks are known is another answer of the server.
  const isSettled = values.patient === null || values.risks !== null
  const next = missing[0]?.id ?? sendButtonId
  useEffect(() => {
    if (!isLeading || !isSettled) return
    setLeading(false)
    focusField(next)
  }, [isLeading, isSettled, next])
  function take(change: (values: ConsentValues) => ConsentValues) {
    setValues(change)
    setLeading(true)
  }
  const isOffered = values.treatments.some((treatment) => hasLastPhrases(values, treatment))
  useShortcut(keyboardShortcuts.sameAsLast, () => take(withAllLast), isOffered)
  return (key) => take((now) => withLast(now, key))
}
