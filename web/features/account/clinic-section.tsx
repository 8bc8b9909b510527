import { useSessionUser } from '../identity/index.ts'
import type { SignInStep } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'

/** The practices that the person works for; one at a time is worked in. */
export function ClinicSection({ onSwitched }: { onSwitched: (step: SignInStep) => void }) {
  const { clinics } = useSessionUser()
  const { busy, problem, run } = useTask()
  const enter = (staffId: string) => run(async () => onSwitched(await api.identity.actFor({ staffId })))
  return (
    <Panel title="Your practices" lead="You work in one practice at a time, with your permissions there.">
      <ul className="divide-y divide-line">
        {clinics.map(({ staffId, clinicName }, at) => (
          <li
            key={staffId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <span dir="auto" className="min-w-0 font-semibold">
              {clinicName}
            </span>
            {at === 0 ? (
              <Badge tone="brand">Working here now</Badge>
            ) : (
              <Button
                variant="quiet"
                size="small"
                busy={busy}
                aria-label={`Switch to ${clinicName}`}
                onClick={() => void enter(staffId)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ProblemMessage problem={problem} className="mt-3" />
    </Panel>
  )
}
