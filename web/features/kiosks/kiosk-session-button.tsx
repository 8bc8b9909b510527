import { Tablet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { kiosk_forms_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { KioskForm } from './kiosk-session-dialog.tsx'

const KioskSessionDialog = lazyPart(async () => ({
  default: (await import('./kiosk-session-dialog.tsx')).StartKioskSessionDialog,
}))

type KioskSessionButtonProps = {
  patientName: string
  /** What waits for the patient; without any there is nothing to hand over. */
  forms: readonly KioskForm[]
  size?: 'small' | undefined
}

/** Hands this browser to the patient with the forms that wait for them. */
export function KioskSessionButton({ patientName, forms, size }: KioskSessionButtonProps) {
  const [asking, setAsking] = useState(false)
  if (forms.length === 0) return null
  const words =
    forms.length === 1 ? 'Hand over' : `Hand over ${Math.min(forms.length, kiosk_forms_max)} forms`
  return (
    <>
      <Button variant="quiet" icon={Tablet} size={size} onClick={() => setAsking(true)}>
        {words}
      </Button>
      <Suspense>
        {asking && (
          <KioskSessionDialog
            patientName={patientName}
            forms={forms.slice(0, kiosk_forms_max)}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}
