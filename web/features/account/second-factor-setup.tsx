import { useState } from 'react'
import { AuthenticatorSetup } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { SectionProps } from './account-record.ts'

type PendingSetup = Awaited<ReturnType<typeof api.account.startSecondFactor>>
type SetupProps = SectionProps & { onClose: () => void }

/** Sets an app up, or another in its place: begin, keep the recovery codes, prove the app by a code of it. */
export function SecondFactorSetup({ account, onChanged, onClose }: SetupProps) {
  const [begun, setBegun] = useState<PendingSetup>()
  const toast = useToast()
  if (!begun) return <SetupStart isOn={account.secondFactor.isOn} onBegun={setBegun} onClose={onClose} />

  async function confirm(code: string) {
    await api.account.confirmSecondFactor({ code })
    await onChanged()
    toast('Second factor turned on.')
    onClose()
  }
  return (
    <div className="max-w-md">
      <AuthenticatorSetup {...begun} onConfirm={confirm} submit="Turn on" />
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

type SetupStartProps = { isOn: boolean; onBegun: (begun: PendingSetup) => void; onClose: () => void }

function SetupStart({ isOn, onBegun, onClose }: SetupStartProps) {
  const { busy, problem, run } = useTask()
  const begin = () => run(async () => onBegun(await api.account.startSecondFactor({})))
  return (
    <div className="max-w-md space-y-4">
      <p>
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
        the phone’s own password app.
        {isOn && ' Your current app and recovery codes work until the new ones are confirmed.'}
      </p>
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void begin()}>
          Set up the app
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
