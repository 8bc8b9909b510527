import { fieldErrorWhere, useSessionUser } from '../identity/index.ts'
import { pin_attempts_max, pin_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SectionProps } from './account-record.ts'
import { isPin, pinDigits } from './pin-rules.ts'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'
import { useConfirmedTask } from './use-confirmed-task.ts'

/** A few digits that unlock a computer which several people use. */
export function PinSection({ account: { hasPin }, onChanged }: SectionProps) {
  const { idleMinutes } = useSessionUser()
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const remove = () =>
    ask(
      {
        title: 'Remove your PIN?',
        text: 'You will unlock the computer with a passkey or your password.',
        confirm: 'Remove PIN',
      },
      () => api.account.removePin({}),
      'PIN removed.',
    )
  return (
    <Panel
      title="PIN for shared computers"
      lead={`The screen locks automatically after ${minutesText(idleMinutes)} without use. A PIN unlocks it.`}
    >
      <SettingRow
        name="PIN"
        action={hasPin ? 'Change' : 'Set a PIN'}
        renderForm={(close) => <PinForm onChanged={onChanged} onClose={close} />}
        others={
          hasPin && (
            <Button variant="quiet" size="small" busy={busy} onClick={() => void remove()}>
              Remove PIN
            </Button>
          )
        }
      >
        <p>{hasPin ? 'Set' : 'None'}</p>
        <ProblemMessage problem={problem} className="mt-3" />
      </SettingRow>
    </Panel>
  )
}

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

type PinFormProps = { onChanged: () => Promise<void>; onClose: () => void }

function PinForm({ onChanged, onClose }: PinFormProps) {
  const toast = useToast()
  return (
    <SectionForm
      submit="Save PIN"
      onCancel={onClose}
      fieldOf={{ 'pin-too-simple': 'newPin' }}
      check={(typed) => fieldErrorWhere(!isPin(typed('newPin')), 'newPin', `Enter ${pinDigits}`)}
      onSend={async (typed) => {
        await api.account.setPin({ pin: typed('newPin') })
        await onChanged()
        toast('PIN saved.')
        onClose()
      }}
    >
      {(errors) => (
        <PasswordField
          id="newPin"
          name="newPin"
          label="New PIN"
          hint={`${pinDigits}, no repeated digit or sequence such as 1234. After ${pin_attempts_max} wrong tries you have to sign in again.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={pin_length_max}
          error={errorOf(errors, 'newPin')}
        />
      )}
    </SectionForm>
  )
}
