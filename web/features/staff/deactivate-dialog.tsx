import { useState } from 'react'
import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Clinician } from './clinician-choice.ts'
import { memberName, type StaffDetails } from './staff-state-words.ts'

type DeactivateDialogProps = {
  member: StaffDetails
  onDeactivated: () => Promise<void>
  onClose: () => void
}

/** Asks once before somebody's access ends: says what ends, and who takes over what they leave behind. */
export function DeactivateDialog({ member, onDeactivated, onClose }: DeactivateDialogProps) {
  const [successor, setSuccessor] = useState<Clinician | null>(null)
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const { id: staffId, pendingConsents } = member
  // A consent may have been made out to them since the dialog opened.
  const leavesWork = pendingConsents > 0 || problem?.reason === 'takeover-needed'

  async function deactivate() {
    const missing = leavesWork && successor === null
    setError(missing ? 'Choose who takes over their pending consents.' : undefined)
    if (missing) return document.getElementById('takeover')?.focus()
    if (await run(() => api.staff.deactivate({ staffId, takeoverId: successor?.id ?? null }))) {
      await onDeactivated()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Deactivate ${memberName(member)}?`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void deactivate()}>
            Deactivate
          </Button>
        </>
      }
    >
      <DeactivationEffects registered={member.registered} leavesWork={leavesWork} />
      {leavesWork && (
        <Combobox
          id="takeover"
          className="mt-5"
          label="New treating clinician"
          hint={`${pendingConsentsText(pendingConsents)} The person you choose becomes their treating clinician.`}
          error={error}
          value={successor}
          onChange={setSuccessor}
          load={(query) => findOtherClinicians(staffId, query)}
          itemKey={({ id }) => id}
          itemLabel={({ name }) => name}
          renderItem={(clinician) => <ClinicianOption clinician={clinician} />}
          empty="No other clinician matches"
        />
      )}
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}

const pendingConsentsText = (count: number) => {
  if (count === 0) return 'Some of their consents are still pending.'
  return count === 1
    ? 'One of their consents is still pending.'
    : `${count} of their consents are still pending.`
}

function DeactivationEffects({ registered, leavesWork }: { registered: boolean; leavesWork: boolean }) {
  return (
    <ul className="list-disc space-y-1.5 ps-5">
      <li>
        {registered
          ? 'They are signed out immediately and can no longer sign in to this practice.'
          : 'Their invitation stops working immediately.'}
      </li>
      <li>Records and signatures keep their name.</li>
      <li>
        You can activate them again at any time.
        {leavesWork && ' Transferred consents stay with the new clinician.'}
      </li>
    </ul>
  )
}

function ClinicianOption({ clinician: { name, role, gdcNumber } }: { clinician: Clinician }) {
  return (
    <>
      <span className="block">{name}</span>
      <span className="block text-small text-muted">
        {[role, gdcNumber && `GDC ${gdcNumber}`].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

/** The clinicians of the practice whose name holds what was typed, without the one who leaves. */
async function findOtherClinicians(staffId: string, query: string): Promise<readonly Clinician[]> {
  const typed = query.toLocaleLowerCase('en-GB')
  const clinicians = await api.staff.clinicians({})
  return clinicians.filter(
    ({ id, name }) => id !== staffId && name.toLocaleLowerCase('en-GB').includes(typed),
  )
}
