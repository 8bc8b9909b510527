import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import type { Consent } from '../../features/consents/consent-form-values.ts'
import { MatterPanel } from '../../features/matters/matter-panel.tsx'
import type { Matters } from '../../features/matters/matter-words.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { useLive } from '../../live-news.ts'

type ConsentMattersProps = {
  consent: Pick<Consent, 'id' | 'status' | 'content'>
  /** As they were when the page was loaded. */
  loaded: Matters
  onChanged: () => Promise<void>
}

/** What matters to the patient, heard of as it comes: the rest of the page is not read again for it, since that is audited. */
export function ConsentMatters({ consent, loaded, onChanged }: ConsentMattersProps) {
  const may = useMay()
  const [matters, setMatters] = useState(loaded)
  useEffect(() => setMatters(loaded), [loaded])
  const reload = async () => setMatters(await api.matters.list({ consentId: consent.id }))
  // What cannot be read again now is shown as it was; the next news asks again.
  useLive(['consents'], () => void reload().catch(() => undefined))
  return (
    <MatterPanel
      consentId={consent.id}
      status={consent.status}
      content={consent.content}
      matters={matters}
      mayAnswer={may('createConsents') || may('finaliseConsents')}
      onChanged={async (now) => {
        setMatters(now)
        await onChanged()
      }}
      onReload={reload}
    />
  )
}
