import { Suspense } from 'react'
import type { Api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { conversationDialogs, LinkButtons, LinkDialog, type RenderHandOver } from '../consents/index.ts'
import type { Clinician } from '../staff/index.ts'
import { AppointmentDialog } from './appointment-dialog.tsx'
import type { Appointment } from './appointment-words.ts'
import { SiteCheckDialog } from './board-dialogs.tsx'
import { LinkConsentDialog } from './link-consent-dialog.tsx'
import type { Remedy } from './remedies.ts'
import type { RenderAnswers } from './start-dialog.tsx'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

/** A remedy that is being taken, and the consent that it is about where it has to be read first. */
export type OpenRemedy = { kind: Remedy; consentId: string | null; consent: Consent | null }

type RemedyDialogProps = {
  remedy: OpenRemedy
  appointment: Appointment
  clinicians: readonly Clinician[]
  handOverOf: RenderHandOver
  answersOf: RenderAnswers
  onDone: (said: string) => Promise<void>
  /** Something may be otherwise now, of which enough is said already. */
  onChanged: () => Promise<void>
  onClose: () => void
}

/** What mends one missing thing, in the dialog that does it elsewhere too. */
export function RemedyDialog(props: RemedyDialogProps) {
  const { remedy, appointment, clinicians, handOverOf, answersOf, onDone, onChanged, onClose } = props
  const { kind, consentId, consent } = remedy
  const given = { appointment, onDone, onClose }
  if (kind === 'link') return <LinkConsentDialog {...given} />
  if (kind === 'check') return <SiteCheckDialog {...given} />
  if (kind === 'change')
    return (
      <AppointmentDialog
        {...given}
        day={appointment.day}
        clinicians={clinicians}
        clinicianId={appointment.clinician.id}
      />
    )
  if (consent && (kind === 'confirm' || kind === 'discuss')) {
    const ConversationDialog = conversationDialogs[kind === 'confirm' ? 'confirmation' : 'discussion']
    return (
      <Suspense fallback={null}>
        <ConversationDialog consent={consent} handOverOf={handOverOf} onDone={onDone} onClose={onClose} />
      </Suspense>
    )
  }
  if (consent && kind === 'answer')
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Answer the patient"
        description={`${consent.patient.name}: ${consent.treatment}`}
        size="large"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Suspense fallback={null}>{answersOf(consent, onChanged)}</Suspense>
      </Dialog>
    )
  const waiting = appointment.consents.find(({ id }) => id === consentId)
  if (!waiting) return null
  const close = () => {
    onClose()
    void onChanged()
  }
  if (kind === 'showCode')
    return (
      <Suspense fallback={null}>
        <LinkDialog consentId={waiting.id} patientName={appointment.patient.name} onClose={close} />
      </Suspense>
    )
  const { patient } = appointment
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Resend"
      description={`${patient.name}: ${waiting.treatment}`}
      size="medium"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="space-y-3">
        {handOverOf({ ...waiting, patient })}
        <LinkButtons consentId={waiting.id} patientName={patient.name} linkCount={0} onChanged={onChanged} />
      </div>
    </Dialog>
  )
}
