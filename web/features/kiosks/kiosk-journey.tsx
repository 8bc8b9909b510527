import { useCallback, useEffect, useState } from 'react'
import type { Kiosk } from '../../../contract/kiosks.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import {
  BirthDatePage,
  RequestRefusedError,
  ConsentJourney,
  TextButton,
  LoadErrorPage,
  usePractice,
  useWords,
} from '../signing/index.ts'
import { lockKiosk, readKiosk, verifyKiosk } from './kiosk-api.ts'
import { ReturnDevicePage } from './return-device-page.tsx'
import { useIdleCallback } from './kiosk-idleness.ts'
import { KioskQueuePage } from './kiosk-queue-page.tsx'

type Forms = NonNullable<Kiosk['forms']>

type KioskStep =
  | { page: 'opening' }
  | { page: 'trouble' }
  | { page: 'asking'; lapsed: boolean }
  | { page: 'queue'; forms: Forms }
  | { page: 'form'; consentId: string; forms: Forms }
  /** Given back, or nothing is left to answer; `closed` where the forms can be opened here no more. */
  | { page: 'back'; closed: boolean; forms: Forms }

const back = (closed: boolean, forms: Forms = []): KioskStep => ({ page: 'back', closed, forms })

/** What a kiosk shows first: its queue where the birth date is proved, the question for it where not. */
function initialStep({ forms, waiting, locked }: Kiosk): KioskStep {
  if (locked) return back(false)
  if (waiting === 0) return back(true, forms ?? [])
  return forms ? { page: 'queue', forms } : { page: 'asking', lapsed: false }
}

/** A tablet in a patient's hands: the birth date, the forms one after the other, and giving the tablet back. */
export function KioskJourney({ handoverId }: { handoverId: string }) {
  const words = useWords()
  const { setPractice } = usePractice()
  const [kiosk, setKiosk] = useState<Kiosk>()
  const [shown, setShown] = useState<KioskStep>({ page: 'opening' })

  const take = useCallback(
    (found: Kiosk) => {
      setPractice(found.practice)
      setKiosk(found)
      setShown(initialStep(found))
    },
    [setPractice],
  )

  const open = useCallback(async () => {
    setShown({ page: 'opening' })
    try {
      take(await readKiosk(handoverId))
    } catch (error) {
      // The tablet was unlocked, or the session behind it has ended: nothing of the patient's is open here any more.
      setShown(error instanceof RequestRefusedError ? back(true) : { page: 'trouble' })
    }
  }, [handoverId, take])
  useEffect(() => void open(), [open])

  /** Out of sight at once; what the server still has open runs out by itself where it cannot be told. */
  const cover = useCallback(
    (next: KioskStep) => {
      setShown(next)
      void lockKiosk(handoverId).catch(() => {})
    },
    [handoverId],
  )
  const lapse = useCallback(() => cover({ page: 'asking', lapsed: true }), [cover])

  const proved = shown.page === 'queue' || shown.page === 'form'
  useIdleCallback(proved ? kiosk?.idleMinutes : undefined, lapse)

  if (shown.page === 'opening') return <Spinner size="large" message={words.page.loading} />
  if (shown.page === 'trouble') return <LoadErrorPage onRetry={() => void open()} />
  if (shown.page === 'asking')
    return (
      <BirthDatePage
        key={String(shown.lapsed)}
        verify={async (dateOfBirth) => take(await verifyKiosk(handoverId, dateOfBirth))}
        notice={shown.lapsed ? 'lapsed' : undefined}
        onInvalidLink={() => setShown(back(true))}
        onLocked={() => void open()}
      />
    )
  if (shown.page === 'back')
    return (
      <ReturnDevicePage
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
        {/* A bar of its own: the journey below has its own way back, from page to page. */}
        <div className="-mx-5 border-b border-line px-5 pt-2 pb-1">
          <TextButton onClick={() => void open()}>{words.kiosk.back}</TextButton>
        </div>
        <ConsentJourney
          key={shown.consentId}
          consentId={shown.consentId}
          goal="sign"
          isVerified={false}
          onClosed={lapse}
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
