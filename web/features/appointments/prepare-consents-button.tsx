import { ClipboardPenLine } from 'lucide-react'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { api } from '../../api.ts'
import type { PreparedQuery } from './board-query.ts'
import { isFuture, type Appointment, type BoardDay } from './appointment-words.ts'

/** Whose consents the board shows. */
export const preparedQueryOf = ({ day, clinician, ownId }: BoardDay): PreparedQuery => ({
  day,
  ...(clinician !== 'all' && { clinicianId: clinician === 'mine' ? ownId : clinician }),
})

/** A draft, or one that nothing comes of any more. */
const isUnsent = ({ status }: Appointment['consents'][number]): boolean =>
  status === 'draft' || status === 'voided' || status === 'expired' || status === 'superseded'

const isPreparable = (appointment: Appointment): boolean => {
  const { needsConsent, treatments, consents } = appointment
  return isFuture(appointment) && needsConsent && treatments.length > 0 && consents.every(isUnsent)
}

/** Whether an appointment of the board has no consent yet, or a draft that is not sent. */
export const hasConsentsToPrepare = ({ appointments }: BoardDay): boolean => appointments.some(isPreparable)

type PrepareConsentsButtonProps = {
  query: PreparedQuery
  label?: string
  onPrepared: () => void | Promise<void>
}

/** Makes the drafts of a day, and leads to where they are completed and sent. */
export function PrepareConsentsButton({
  query,
  label = 'Prepare consents',
  onPrepared,
}: PrepareConsentsButtonProps) {
  const { busy, problem, run } = useTask()
  async function prepare() {
    const isDone = await run(() => api.appointments.prepareConsents(query))
    if (isDone) await onPrepared()
  }
  return (
    <>
      <Button variant="quiet" icon={ClipboardPenLine} busy={busy} onClick={() => void prepare()}>
        {label}
      </Button>
      <ProblemMessage problem={problem} className="basis-full" />
    </>
  )
}
