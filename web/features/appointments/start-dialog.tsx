import { useState, type ReactNode } from 'react'
import { override_reason_length_min } from '../../../contract/limits.ts'
import { api, type Api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Clinician } from '../staff/index.ts'
import type { RenderHandOver } from '../consents/index.ts'
import { listMissing, type Appointment } from './appointment-words.ts'
import type { BoardPaths } from './appointment-row.tsx'
import { MissingList } from './missing-list.tsx'
import { RemedyDialog, type OpenRemedy } from './remedy-dialog.tsx'
import type { Remedy } from './remedies.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

/** What the patient asked or said that matters, to be answered there; another feature's. */
export type RenderAnswers = (consent: Consent, onChanged: () => Promise<void>) => ReactNode

type StartTreatmentDialogProps = {
  /** As the board shows it now. */
  appointment: Appointment
  /** As the server refused to start it, which may have found more than the board shows. */
  refused: Appointment | null
  clinicians: readonly Clinician[]
  mayOverride: boolean
  /** Of the staff record of whoever reads it. */
  ownId: string
  paths: BoardPaths
  handOverOf: RenderHandOver
  answersOf: RenderAnswers
  /** After something was put right, with what to say of it. */
  onDone: (said: string) => Promise<void>
  /** Reads the board anew. */
  onReload: () => Promise<void>
  onClose: () => void
}

/** Treatment that something is missing for: each with what mends it, and the way to start all the same. */
export function StartTreatmentDialog(props: StartTreatmentDialogProps) {
  const { refused, clinicians, paths, handOverOf, answersOf, onDone, onReload, onClose } = props
  const [isMended, setIsMended] = useState(false)
  const [remedy, setRemedy] = useState<OpenRemedy | null>(null)
  const { problem, run } = useTask()
  const appointment = isMended || !refused ? props.appointment : refused

  /** Of a consent that is read first: what may be said of it now. */
  const open = (kind: Remedy, consentId: string | null) =>
    run(async () => {
      const needsConsent = kind === 'confirm' || kind === 'discuss' || kind === 'answer'
      const consent = needsConsent && consentId ? await api.consents.get({ consentId }) : null
      setRemedy({ kind, consentId, consent })
    })
  const mended = (work: Promise<void>) => {
    setIsMended(true)
    return work
  }
  if (remedy)
    return (
      <RemedyDialog
        remedy={remedy}
        appointment={props.appointment}
        clinicians={clinicians}
        handOverOf={handOverOf}
        answersOf={answersOf}
        onDone={(said) => mended(onDone(said))}
        onChanged={() => mended(onReload())}
        onClose={() => setRemedy(null)}
      />
    )
  const missing = (
    <>
      <MissingList
        appointment={appointment}
        ownId={props.ownId}
        paths={paths}
        onRemedy={(kind, consentId) => void open(kind, consentId)}
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </>
  )
  return (
    <StartForm appointment={appointment} mayOverride={props.mayOverride} {...{ missing, onDone, onClose }} />
  )
}

type StartFormProps = Pick<
  StartTreatmentDialogProps,
  'appointment' | 'mayOverride' | 'onDone' | 'onClose'
> & {
  missing: ReactNode
}

/** How treatment starts by what is missing: at once, with a note, with a reason, or not at all. */
function StartForm({ appointment, mayOverride, missing, onDone, onClose }: StartFormProps) {
  const { id: appointmentId, patient, isRefused, readiness } = appointment
  const isStopped = readiness.light === 'not-ready'
  if (isStopped && (!mayOverride || isRefused))
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Treatment cannot start"
        description={patient.name}
        size="medium"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {missing}
        <p className="mt-4 text-muted">
          {isRefused
            ? 'The patient has declined. This cannot be overridden.'
            : 'Staff who can override consents can start it with a reason.'}
        </p>
      </Dialog>
    )
  const isOpen = listMissing(appointment).length > 0
  const { title, text, confirm, field } = startForms[isStopped ? 'reason' : isOpen ? 'note' : 'ready']
  return (
    <FormDialog
      title={title}
      text={`${patient.name}. ${text}`}
      confirm={confirm}
      about={appointmentId}
      danger={isStopped}
      onClose={onClose}
      read={(typed) => {
        const said = field ? String(typed.get(field.id) ?? '').trim() : ''
        if (field && said.length < field.lengthMin) return [{ id: field.id, text: field.tooShort }]
        return async () => {
          await api.appointments.start({
            appointmentId,
            ...(field?.id === 'note' && { note: said }),
            ...(field?.id === 'override' && { override: { reason: said } }),
          })
          await onDone(`Treatment of ${patient.name} has started.`)
        }
      }}
    >
      {(errors) => (
        <>
          {isOpen ? missing : <InlineMessage tone="ok">Nothing is missing now.</InlineMessage>}
          {field && <StatementField {...field} errors={errors} />}
        </>
      )}
    </FormDialog>
  )
}

type StatementFieldProps = { id: 'note' | 'override'; label: string; errors: readonly FieldProblem[] }

const StatementField = ({ id, label, errors }: StatementFieldProps) => (
  <TextareaField id={id} name={id} label={label} rows={3} maxLength={500} error={errorOf(errors, id)} />
)

const startForms = {
  ready: { title: 'Ready to start', text: '', confirm: 'Start treatment', field: null },
  note: {
    title: 'Before treatment starts',
    text: 'Resolve what is open, or start with a note. The note and your name are kept in the consent record.',
    confirm: 'Start with this note',
    field: { id: 'note', label: 'Note', lengthMin: 1, tooShort: 'Write a note, or resolve what is open' },
  },
  reason: {
    title: 'Treatment cannot start',
    text: 'Resolve what is missing. To start anyway, give a reason: it is kept in the consent record with your name.',
    confirm: 'Start treatment',
    field: {
      id: 'override',
      label: 'Why treatment cannot wait',
      lengthMin: override_reason_length_min,
      tooShort: 'Give the reason in at least 10 characters',
    },
  },
} as const
