import { UserCheck } from 'lucide-react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, recentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { HeldPatient } from './connection-words.ts'

type Decide = {
  same: (held: HeldPatient, candidate: HeldPatient['candidates'][number]) => void
  add: (held: HeldPatient) => void
  dismiss: (held: HeldPatient) => void
}

const columns = (now: Date, decide: Decide): Column<HeldPatient>[] => [
  {
    key: 'sent',
    header: 'Details sent',
    cell: ({ sent, identifier }) => (
      <CellText main={sent.name} sub={`Born ${calendarDayText(sent.dateOfBirth)} · ${identifier}`} />
    ),
  },
  {
    key: 'by',
    header: 'Sent by',
    cell: ({ sentBy, heldAt }) => <CellText main={sentBy} sub={recentText(heldAt, now)} />,
  },
  { key: 'because', header: 'Reason', cell: ({ because }) => because, className: 'text-muted' },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    below: true,
    cell: (held) => (
      <div className="flex flex-col items-start gap-1">
        {held.candidates.map((candidate) => (
          <Button key={candidate.id} variant="link" size="small" onClick={() => decide.same(held, candidate)}>
            Same patient: {candidate.name}, {calendarDayText(candidate.dateOfBirth)}
          </Button>
        ))}
        <Button variant="link" size="small" onClick={() => decide.add(held)}>
          Add as new patient<span className="sr-only">: {held.sent.name}</span>
        </Button>
        <Button variant="link" size="small" onClick={() => decide.dismiss(held)}>
          Dismiss<span className="sr-only"> {held.sent.name}</span>
        </Button>
      </div>
    ),
  },
]

type PatientsToMatchProps = {
  held: readonly HeldPatient[]
  busy: boolean
  onChanged: () => Promise<void>
}

/** Patients whom programs sent and whose details contradict a record: somebody says who they are. */
export function PatientsToMatch({ held, busy, onChanged }: PatientsToMatchProps) {
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function decide(
    { id: heldId }: HeldPatient,
    decision: 'same' | 'new' | 'dismiss',
    { text, patientId }: { text: string; patientId?: string },
  ) {
    const done = await run(async () => {
      await api.programDecisions.decideHeld({ heldId, decision, ...(patientId && { patientId }) })
      await onChanged()
    })
    if (done) toast(text)
  }
  async function same(held: HeldPatient, { id: patientId, name }: HeldPatient['candidates'][number]) {
    const sure = await confirm({
      title: `Update ${name}?`,
      text: `The record gets the details that were sent: ${held.sent.name}, born ${calendarDayText(held.sent.dateOfBirth)}.`,
      confirm: 'Update patient',
    })
    if (sure) await decide(held, 'same', { text: `${name} was updated.`, patientId })
  }
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      <DataTable
        caption="Patients to match"
        columns={columns(new Date(), {
          same: (held, candidate) => void same(held, candidate),
          add: (held) => void decide(held, 'new', { text: `${held.sent.name} was added.` }),
          dismiss: (held) => void decide(held, 'dismiss', { text: 'Dismissed.' }),
        })}
        rows={held}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={UserCheck} title="No patients to match">
            If another program sends details that contradict a record, nothing is saved until you say who the
            patient is.
          </EmptyState>
        }
      />
    </>
  )
}
