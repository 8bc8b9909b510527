import { useState } from 'react'
import { ApiError, api, type Api } from '../../api.ts'
import { useTask } from '../../ui/use-task.ts'
import { useToast } from '../../ui/toast.tsx'
import { listMissing, type Appointment } from './appointment-words.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

/** What is asked in a dialog, and about which appointment. */
export type BoardDialogState =
  | { kind: 'check' | 'change' | 'copy'; appointment: Appointment }
  /** `refused`: as the server says it stands, where it was asked. */
  | { kind: 'start'; appointment: Appointment; refused: Appointment | null }
  | { kind: 'add' }
  | { kind: 'confirm'; consent: Consent }
  | { kind: 'addendum'; consent: Consent }

const staysOpen = ['wrong-state', 'not-ready', 'note-required', 'patient-refused']

/** What can be done on the board. Whatever is done, the board is read anew, also where somebody else was quicker. */
export function useBoardActions(reload: () => void | Promise<void>) {
  const [question, setQuestion] = useState<BoardDialogState | null>(null)
  const { problem, run, clear } = useTask()
  const toast = useToast()

  const doing = (work: () => Promise<unknown>, said: string) =>
    run(async () => {
      try {
        await work()
        toast(said)
      } finally {
        await reload()
      }
    })

  async function start(appointment: Appointment) {
    clear()
    try {
      await api.appointments.start({ appointmentId: appointment.id })
      toast(`Treatment of ${appointment.patient.name} has started.`)
    } catch (error) {
      if (!(error instanceof ApiError && staysOpen.includes(error.reason ?? ''))) throw error
      setQuestion({ kind: 'start', appointment, refused: withMissingFromRefusal(appointment, error) })
    }
    await reload()
  }
  const about = ({ id: appointmentId }: Appointment) => ({ appointmentId })
  return {
    question,
    problem,
    ask: (kind: 'check' | 'change' | 'copy', appointment: Appointment) => setQuestion({ kind, appointment }),
    askStart: (appointment: Appointment) => setQuestion({ kind: 'start', appointment, refused: null }),
    add: () => setQuestion({ kind: 'add' }),
    close: () => setQuestion(null),
    confirm: (consentId: string) =>
      run(async () => setQuestion({ kind: 'confirm', consent: await api.consents.get({ consentId }) })),
    changePlan: (consentId: string) =>
      run(async () => setQuestion({ kind: 'addendum', consent: await api.consents.get({ consentId }) })),
    start: (appointment: Appointment) => run(() => start(appointment)),
    undoStart: (one: Appointment) =>
      doing(() => api.appointments.undoStart(about(one)), `Start of ${one.patient.name}’s treatment undone.`),
    arrive: (one: Appointment) =>
      doing(() => api.appointments.arrive(about(one)), `${one.patient.name} has arrived.`),
    finish: (one: Appointment) =>
      doing(() => api.appointments.finish(about(one)), `Treatment of ${one.patient.name} is done.`),
    restore: (one: Appointment) =>
      doing(() => api.appointments.restore(about(one)), `${one.patient.name} is booked again.`),
    cancel: (one: Appointment, notAttended: boolean) =>
      doing(
        () => api.appointments.cancel({ ...about(one), notAttended }),
        notAttended ? `${one.patient.name} did not attend.` : `Appointment cancelled.`,
      ),
  }
}
export type BoardActions = ReturnType<typeof useBoardActions>

/** The appointment as the refusal says it stands. */
function withMissingFromRefusal(appointment: Appointment, { reason, details }: ApiError): Appointment | null {
  const missing = details['missing']
  if (!Array.isArray(missing)) return null
  const conditions = missing as ReturnType<typeof listMissing>
  const light = reason === 'note-required' ? 'attention' : 'not-ready'
  const isRefused = reason === 'patient-refused'
  return { ...appointment, isRefused, readiness: { light, conditions } }
}
