import { useState } from 'react'
import { trusted_device_days } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { SectionProps } from './account-record.ts'
import { RecoveryCodeStep } from './recovery-code-step.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { SettingRow } from './setting-row.tsx'
import { useConfirmedTask } from './use-confirmed-task.ts'

/** The code of an app that is asked after any other way to sign in. */
export function SecondFactorSection(props: SectionProps) {
  const { isOn } = props.account.secondFactor
  return (
    <Panel
      title="Second factor"
      lead="A code from an app on your phone, required when you sign in with a password. A passkey also counts as a second factor."
      actions={<Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <div className="divide-y divide-line">
        <AppRow {...props} />
        {isOn && <RecoveryCodesRow {...props} />}
        {isOn && <DevicesRow {...props} />}
      </div>
    </Panel>
  )
}

function AppRow({ account, onChanged }: SectionProps) {
  const { isOn, isRequired, mayTurnOffApp } = account.secondFactor
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const turnOff = () =>
    ask(
      {
        title: 'Turn off the second factor?',
        text: 'You no longer enter a code at sign-in. Your recovery codes stop working and remembered devices are forgotten.',
        confirm: 'Turn off',
        danger: true,
      },
      () => api.account.removeSecondFactor({}),
      'Second factor turned off.',
    )
  return (
    <SettingRow
      name="Authenticator app"
      action={isOn ? 'Replace' : 'Turn on'}
      renderForm={(close) => <SecondFactorSetup account={account} onChanged={onChanged} onClose={close} />}
      others={
        isOn &&
        mayTurnOffApp && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void turnOff()}>
            Turn off
          </Button>
        )
      }
    >
      <p>{isOn ? 'Required at each sign-in.' : 'Not set up.'}</p>
      {isRequired && !mayTurnOffApp && (
        <p className="text-small text-muted">
          A second factor is required for your account. You can replace the app but not turn it off.
        </p>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
    </SettingRow>
  )
}

function RecoveryCodesRow({ account, onChanged }: SectionProps) {
  const left = account.secondFactor.recoveryCodesLeft
  return (
    <SettingRow
      name="Recovery codes"
      action="New codes"
      renderForm={(close) => <RenewedCodes onChanged={onChanged} onClose={close} />}
    >
      <p className={left < 3 ? 'font-semibold text-warn' : undefined}>
        {left === 1 ? '1 code left' : `${left} codes left`}
      </p>
      <p className="text-small text-muted">Each signs you in once without your phone.</p>
    </SettingRow>
  )
}

type RenewedCodesProps = { onChanged: () => Promise<void>; onClose: () => void }

function RenewedCodes({ onChanged, onClose }: RenewedCodesProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { busy, problem, run } = useTask()
  const renew = () =>
    run(async () => {
      setCodes((await api.account.renewRecoveryCodes({})).recoveryCodes)
      await onChanged()
    })
  if (codes) return <RecoveryCodeStep codes={codes} onSaved={onClose} />
  return (
    <div className="max-w-md space-y-4">
      <p>Your current codes stop working when you get new ones.</p>
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void renew()}>
          Get new codes
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function DevicesRow({ account, onChanged }: SectionProps) {
  const { trustedDevices } = account.secondFactor
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const forget = () =>
    ask(
      {
        title: 'Forget all remembered devices?',
        text: 'Each device will ask for a code at its next sign-in.',
        confirm: 'Forget devices',
      },
      () => api.account.forgetDevices({}),
      'Remembered devices forgotten.',
    )
  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="text-body font-normal text-muted">Remembered devices</h3>
          <p className="mt-0.5">{trustedDevices === 0 ? 'None' : trustedDevices}</p>
          <p className="text-small text-muted">
            They are not asked for the code for {trusted_device_days} days.
          </p>
        </div>
        {trustedDevices > 0 && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void forget()}>
            Forget devices
          </Button>
        )}
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
    </div>
  )
}
