import { useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { memory } from './signing-device.ts'
import type { Draft } from './signing-memory.ts'

export type DraftProps = { draft: Draft; onDraft: (change: Partial<Draft>) => void }

/** What the person has filled in, kept with each change so that nothing is asked twice. */
export function useDraft({ id, contentHash }: PatientConsent): DraftProps {
  const [draft, setDraft] = useState(() => memory.draft(id, contentHash))
  function onDraft(change: Partial<Draft>) {
    setDraft((current) => {
      const next = { ...current, ...change }
      memory.rememberDraft(id, contentHash, next)
      return next
    })
  }
  return { draft, onDraft }
}
