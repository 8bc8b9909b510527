import { Stethoscope } from 'lucide-react'
import { api, type Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Practitioner } from './practice-system-words.ts'

export type Clinician = Awaited<ReturnType<Api['staff']['clinicians']>>[number]

/** The choice that leaves somebody's appointments out; no id of a person looks like it. */
const leftOut = 'left-out'

type MatchingProps = {
  practitioners: readonly Practitioner[]
  clinicians: readonly Clinician[]
  onChanged: () => Promise<void>
}

/** Who the practitioners of the practice system are here; their appointments wait until somebody says. */
export function PractitionerMatching({ practitioners, clinicians, onChanged }: MatchingProps) {
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const people = clinicians.map(({ id, name }) => ({ value: id, label: name }))

  async function match({ id: practitionerId, name }: Practitioner, chosen: string) {
    if (chosen === '') return
    const staffId = chosen === leftOut ? null : chosen
    const done = await run(async () => {
      await api.practiceSystems.matchPractitioner({ practitionerId, staffId })
      await onChanged()
    })
    if (done) toast(staffId ? `${name} is matched.` : `Appointments of ${name} are left out.`)
  }
  if (practitioners.length === 0)
    return (
      <div className="card">
        <EmptyState icon={Stethoscope} title="No practitioners yet">
          They are listed after the first synchronisation.
        </EmptyState>
      </div>
    )
  return (
    <Panel
      title="Practitioners"
      lead="Appointments are shown on the board once their practitioner is matched to a clinician."
      className="max-w-column"
    >
      <ProblemMessage problem={problem} className="mb-4" />
      <ul className="divide-y divide-line">
        {practitioners.map((one) => {
          const proposed = clinicians.find(({ id }) => id === one.proposedStaffId)
          return (
            <li key={one.id} className="flex flex-wrap items-end gap-3 py-4 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-[1_1_16rem]">
                <Select
                  id={`practitioner-${one.id}`}
                  label={one.name}
                  hint={one.gdcNumber ? `GDC ${one.gdcNumber}` : undefined}
                  options={[
                    ...(one.decision === 'open' ? [{ value: '', label: 'Not matched' }] : []),
                    ...people,
                    { value: leftOut, label: 'Leave these appointments out' },
                  ]}
                  value={one.decision === 'left-out' ? leftOut : (one.staffId ?? '')}
                  disabled={busy}
                  onChange={(chosen) => void match(one, chosen)}
                />
              </div>
              {proposed && (
                <Button variant="quiet" disabled={busy} onClick={() => void match(one, proposed.id)}>
                  Confirm {proposed.name}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
