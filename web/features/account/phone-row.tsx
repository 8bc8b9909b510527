import { useState } from 'react'
import { CodeField, fieldErrorWhere } from '../identity/index.ts'
import { phone_code_length, phone_code_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SectionProps } from './account-record.ts'
import { codeDigits } from './code-digits.ts'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { useConfirmedTask } from './use-confirmed-task.ts'

/** A phone that codes to sign in with are sent to. */
export function PhoneRow({ account: { phoneNumber }, onChanged }: SectionProps) {
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const remove = () =>
    ask(
      {
        title: 'Remove your phone number?',
        text: 'You will no longer be able to sign in with a text message code.',
        confirm: 'Remove phone',
        danger: true,
      },
      () => api.account.removePhone({}),
      'Phone number removed.',
    )
  return (
    <SettingRow
      name="Phone"
      action={phoneNumber === null ? 'Add' : 'Change'}
      renderForm={(close) => <PhoneForms onChanged={onChanged} onClose={close} />}
      others={
        phoneNumber !== null && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void remove()}>
            Remove phone
          </Button>
        )
      }
    >
      <p className={phoneNumber === null ? undefined : 'font-semibold'}>{phoneNumber ?? 'None'}</p>
      <ProblemMessage problem={problem} className="mt-3" />
    </SettingRow>
  )
}

type PhoneFormsProps = { onChanged: () => Promise<void>; onClose: () => void }

/** First the number, then the code that was sent to it. */
function PhoneForms({ onChanged, onClose }: PhoneFormsProps) {
  const [phone, setPhone] = useState<string>()
  if (phone === undefined) return <NumberForm onSent={setPhone} onClose={onClose} />
  return <PhoneCodeForm phone={phone} onChanged={onChanged} onClose={onClose} />
}

function NumberForm({ onSent, onClose }: { onSent: (phone: string) => void; onClose: () => void }) {
  return (
    <SectionForm
      submit="Send a code"
      onCancel={onClose}
      fieldOf={{ 'invalid-phone': 'newPhone', 'phone-not-served': 'newPhone' }}
      check={(typed) =>
        fieldErrorWhere(typed('newPhone') === '', 'newPhone', 'Enter a mobile number, like 07700 900123')
      }
      onSend={async (typed) => {
        const phone = typed('newPhone')
        await api.account.sendPhoneCode({ phone })
        onSent(phone)
      }}
    >
      {(errors) => (
        <TextField
          id="newPhone"
          name="newPhone"
          type="tel"
          label="Phone number"
          hint="We text a code to it. UK, Channel Islands, Isle of Man and Irish (+353) mobile numbers. Texts can be intercepted: a passkey or an authenticator app is safer."
          autoComplete="tel"
          width="medium"
          error={errorOf(errors, 'newPhone')}
        />
      )}
    </SectionForm>
  )
}

function PhoneCodeForm({ phone, onChanged, onClose }: PhoneFormsProps & { phone: string }) {
  useFocusOnMount('phoneCode')
  const toast = useToast()
  return (
    <SectionForm
      submit="Confirm phone"
      onCancel={onClose}
      fieldOf={{ 'invalid-verification-code': 'phoneCode', 'phone-taken': 'phoneCode' }}
      check={(typed) =>
        fieldErrorWhere(
          codeDigits(typed('phoneCode')).length !== phone_code_length,
          'phoneCode',
          `Enter the ${phone_code_length} digits of the code`,
        )
      }
      onSend={async (typed) => {
        await api.account.confirmPhone({ phone, code: codeDigits(typed('phoneCode')) })
        await onChanged()
        toast('Phone number saved.')
        onClose()
      }}
    >
      {(errors) => (
        <CodeField
          id="phoneCode"
          name="phoneCode"
          label={`Code sent to ${phone}`}
          hint={`It works for ${phone_code_minutes} minutes.`}
          error={errorOf(errors, 'phoneCode')}
        />
      )}
    </SectionForm>
  )
}
