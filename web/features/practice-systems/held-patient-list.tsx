import { UserCheck } from 'lucide-react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { heldReasonWords, personLine, type HeldPage, type HeldPatient } from './practice-system-words.ts'

type Answer = { answer: 'link' | 'add' | 'leave-out'; patientId?: string }

type HeldListProps = {
  page: HeldPage
  hrefOfPage: (page: number) => string
  patientHref: (patientId: string) => string
  onChanged: () => Promise<void>
}

/** Patients of the practice system of whom somebody has to say who they are. */
export function HeldPatientList({ page, hrefOfPage, patientHref, onChanged }: HeldListProps) {
  const confirm = useConfirm()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function resolve(held: HeldPatient, answer: Answer) {
    const isLeavingOut = answer.answer === 'leave-out'
    const sure =
      !isLeavingOut ||
      (await confirm({
        title: `Leave out ${personLine(held.inSystem)}?`,
        text: 'Their appointments are not shown on the board until their name or date of birth changes in the practice system.',
        confirm: 'Leave out',
      }))
    if (!sure) return
    const context = { idempotencyKey: keyOf([held.id, answer.answer, answer.patientId ?? '']) }
    const done = await run(async () => {
      await api.practiceSystems.resolveHeld({ heldId: held.id, ...answer }, { context })
      await onChanged()
    })
    if (done) toast(isLeavingOut ? 'Left out.' : 'Saved. Their appointments follow.')
  }
  if (page.rows.length === 0)
    return (
      <div className="card">
        <EmptyState icon={UserCheck} title="No patients held">
          Patients whose details contradict your records are listed here and never overwritten.
        </EmptyState>
      </div>
    )
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      <ul className="space-y-4">
        {page.rows.map((held) => (
          <HeldCard
            key={held.id}
            {...{ held, busy, patientHref }}
            onAnswer={(answer) => void resolve(held, answer)}
          />
        ))}
      </ul>
      <div className="mt-4">
        <Pager page={page.page} pageSize={page.pageSize} total={page.total} hrefOfPage={hrefOfPage} />
      </div>
    </>
  )
}

const bornText = (dateOfBirth: string): string =>
  dateOfBirth ? `Born ${calendarDayText(dateOfBirth)}` : 'No date of birth'

const factsText = ({ dateOfBirth, nhsNumber, email, phone }: HeldPatient['inSystem']): string =>
  [bornText(dateOfBirth), nhsNumber && `NHS number ${nhsNumber}`, email, phone].filter(Boolean).join(' · ')

type HeldCardProps = {
  held: HeldPatient
  busy: boolean
  patientHref: (patientId: string) => string
  onAnswer: (answer: Answer) => void
}

function HeldCard({ held, busy, patientHref, onAnswer }: HeldCardProps) {
  const name = personLine(held.inSystem)
  return (
    <li className="card p-5">
      <h2 className="text-h3 font-semibold" dir="auto">
        {name}
      </h2>
      <p className="mt-1 text-muted">{heldReasonWords[held.reason]}</p>
      <p className="mt-3">
        <span className="text-muted">In the practice system: </span>
        {factsText(held.inSystem)}
      </p>
      {held.candidates.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {held.candidates.map((patient) => (
            <li key={patient.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <a href={patientHref(patient.id)} className="text-link" dir="auto">
                  {personLine(patient)}
                </a>
                <p className="text-small text-muted">{factsText(patient)}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                disabled={busy}
                onClick={() => onAnswer({ answer: 'link', patientId: patient.id })}
              >
                Same patient<span className="sr-only"> as {personLine(patient)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {held.reason !== 'incomplete' && (
          <Button variant="quiet" size="small" disabled={busy} onClick={() => onAnswer({ answer: 'add' })}>
            Add as new patient<span className="sr-only">: {name}</span>
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          disabled={busy}
          onClick={() => onAnswer({ answer: 'leave-out' })}
        >
          Leave out<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}
