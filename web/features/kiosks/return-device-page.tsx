import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RequestFailedError, PatientPage, TextButton, outbox, useWords } from '../signing/index.ts'
import { readKiosk } from './kiosk-api.ts'

type ReturnDevicePageProps = {
  handoverId: string
  /** Nothing can be opened here any more. */
  closed: boolean
  /** Too many wrong birth dates. */
  locked: boolean
  /** The forms that were open here: a signature of theirs may still be on its way. */
  consentIds: readonly string[]
  /** Whose record the staff go back to; unknown where nothing was handed over. */
  patientId: string | undefined
  onReopen: () => void
}

/** Where the staff go on: to the form that waits for their countersignature, else to the patient's record. */
const unlockedPath = (patientId: string | undefined, countersignId: string | null): string => {
  if (countersignId !== null) return `/clinic/sign-consent/${countersignId}`
  return patientId === undefined ? '/clinic' : `/clinic/patients/${patientId}`
}

/** The end of a patient's turn with the tablet. Unlocking is the practice's, and asks for a PIN or a password. */
export function ReturnDevicePage(props: ReturnDevicePageProps) {
  const { handoverId, closed, locked, consentIds, patientId, onReopen } = props
  const { kiosk } = useWords()
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState(false)
  const unsent = consentIds.some((consentId) => outbox.isWaiting(consentId))

  /** Asked first: without a connection the lock screen would be a browser's own page of errors. */
  async function unlock() {
    setBusy(true)
    const { reached, countersignId } = await readKiosk(handoverId).then(
      (kiosk) => ({ reached: true, countersignId: kiosk.countersignId }),
      (error) => ({ reached: !(error instanceof RequestFailedError), countersignId: null }),
    )
    setBusy(false)
    setLost(!reached)
    const path = unlockedPath(patientId, countersignId)
    if (reached) location.assign(`/locked?to=${encodeURIComponent(path)}`)
  }

  return (
    <PatientPage title={kiosk.done}>
      <p className="mt-3">{locked ? kiosk.locked : kiosk.doneBody}</p>
      {unsent && (
        <InlineMessage tone="warn" className="mt-4">
          {kiosk.unsent}
        </InlineMessage>
      )}
      {!closed && !locked && (
        <TextButton className="mt-6" onClick={onReopen}>
          {kiosk.reopen}
        </TextButton>
      )}
      <section className="mt-10 border-t border-line pt-6">
        <h2>{kiosk.staff}</h2>
        {lost && (
          <InlineMessage tone="warn" role="alert" className="mt-3">
            {kiosk.offline}
          </InlineMessage>
        )}
        <Button variant="quiet" busy={busy} className="mt-4" onClick={() => void unlock()}>
          {kiosk.unlock}
        </Button>
      </section>
    </PatientPage>
  )
}
