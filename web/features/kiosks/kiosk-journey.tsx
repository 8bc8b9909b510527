import { useCallback, useEffect, useState } from 'react'
import type { Kiosk } from '../../../contract/kiosks.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import {
  BirthDatePage,
  CallRefused,
  ConsentJourney,
  TextButton,
  TroublePage,
  usePractice,
  useWords,
} from '../signing/index.ts'
import { coverKiosk, readKiosk, verifyKiosk } from './kiosk-api.ts'
import { HandBackPage } from './hand-back-page.tsx'
import { useUntouched } from './kiosk-idleness.ts'
import { KioskQueuePage } from './kiosk-queue-page.tsx'

type Forms = NonNullable<Kiosk['forms']>

type Shown =
  | { page: 'opening' }
  | { page: 'trouble' }
  | { page: 'asking'; lapsed: boolean }
  | { page: 'queue'; forms: Forms }
  | { page: 'form'; consentId: string; forms: Forms }
  /** Given back, or nothing is left to answer; `closed` where the forms can be opened here no more. */
  | { page: 'back'; closed: boolean; forms: Forms }

const back = (closed: boolean, forms: Forms = []): Shown => ({ page: 'back', closed, forms })

/** What a kiosk shows first: its queue where the birth date is proved, the question for it where not. */
function startOf({ forms, waiting, locked }: Kiosk): Shown {
  if (locked) return back(false)
  if (waiting === 0) return back(true, forms ?? [])
  return forms ? { page: 'queue', forms } : { page: 'asking', lapsed: false }
}

/** A tablet in a patient's hands: the birth date, the forms one after the other, and giving the tablet back. */
export function KioskJourney({ handoverId }: { handoverId: string }) {
  const words = useWords()
  const { setPractice } = usePractice()
  const [kiosk, setKiosk] = useState<Kiosk>()
  const [shown, setShown] = useState<Shown>({ page: 'opening' })

  const take = useCallback(
    (found: Kiosk) => {
      setPractice(found.practice)
      setKiosk(found)
      setShown(startOf(found))
    },
    [setPractice],
  )

  const open = useCallback(async () => {
    setShown({ page: 'opening' })
    try {
      take(await readKiosk(handoverId))
    } catch (error) {
      // The tablet was unlocked, or the session behind it has ended: nothing of the patient's is open here any more.
      setShown(error instanceof CallRefused ? back(true) : { page: 'trouble' })
    }
  }, [handoverId, take])
  useEffect(() => void open(), [open])

  /** Out of sight at once; what the server still has open runs out by itself where it cannot be told. */
  const cover = useCallback(
    (next: Shown) => {
      setShown(next)
      void coverKiosk(handoverId).catch(() => {})
    },
    [handoverId],
  )
  const lapse = useCallback(() => cover({ page: 'asking', lapsed: true }), [cover])

  const proved = shown.page === 'queue' || shown.page === 'form'
  useUntouched(proved ? kiosk?.idleMinutes : undefined, lapse)

  if (shown.page === 'opening') return <Spinner size="large" message={words.page.loading} />
  if (shown.page === 'trouble') return <TroublePage onRetry={() => void open()} />
  if (shown.page === 'asking')
    return (
      <BirthDatePage
        key={String(shown.lapsed)}
        verify={async (dateOfBirth) => take(await verifyKiosk(handoverId, dateOfBirth))}
        notice={shown.lapsed ? 'lapsed' : undefined}
        onDead={() => setShown(back(true))}
        onLocked={() => void open()}
      />
    )
  if (shown.page === 'back')
    return (
      <HandBackPage
        {...{ handoverId, closed: shown.closed, locked: kiosk?.locked ?? false }}
        consentIds={shown.forms.map(({ consentId }) => consentId)}
        patientId={kiosk?.patientId}
        onReopen={() => void open()}
      />
    )
  const { forms } = shown
  if (shown.page === 'form')
    return (
      <>
        <TextButton className="mt-4" onClick={() => void open()}>
          {words.kiosk.back}
        </TextButton>
        <ConsentJourney
          key={shown.consentId}
          consentId={shown.consentId}
          goal="sign"
          proved={false}
          onShut={lapse}
          onAnswered={open}
        />
      </>
    )
  return (
    <KioskQueuePage
      forms={forms}
      onOpen={(consentId) => setShown({ page: 'form', consentId, forms })}
      onFinish={() => cover(back(false, forms))}
    />
  )
}
