import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { AftercarePanel } from '../../features/aftercare/aftercare-panel.tsx'
import type { Aftercare } from '../../features/aftercare/aftercare-words.ts'
import { useLive } from '../../live-news.ts'

type ConsentAftercareProps = {
  consent: { id: string }
  /** As it was when the page was loaded. */
  loaded: Aftercare
  mayTreat: boolean
  maySettle: boolean
  onChanged: () => Promise<void>
}

/** The time after the treatment, heard of as it comes: the rest of the page is not read again for it, since that is audited. */
export function ConsentAftercare({ consent, loaded, onChanged, ...may }: ConsentAftercareProps) {
  const [aftercare, setAftercare] = useState(loaded)
  useEffect(() => setAftercare(loaded), [loaded])
  const reload = async () => setAftercare(await api.aftercare.ofConsent({ consentId: consent.id }))
  // What cannot be read again now is shown as it was; the next news asks again.
  useLive(['consents'], () => void reload().catch(() => undefined))
  return (
    <AftercarePanel
      consentId={consent.id}
      aftercare={aftercare}
      {...may}
      onChanged={async (now) => {
        if (now) setAftercare(now)
        await onChanged()
      }}
    />
  )
}
