import { KeyRound } from 'lucide-react'
import { fieldErrorWhere, createPasskey } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Account, SectionProps } from './account-record.ts'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'
import { useConfirmedTask } from './use-confirmed-task.ts'

type Passkey = Account['passkeys'][number]

/** Keys that the person's own devices hold: to sign in, to unlock the screen, to confirm that it is them. */
export function PasskeySection({ account: { passkeys, secondFactor }, onChanged }: SectionProps) {
  return (
    <Panel
      title="Passkeys"
      lead="Sign in and unlock the screen with your fingerprint, your face or your device’s PIN, without a password."
    >
      <div className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            mayRemove={secondFactor.mayRemovePasskey}
            onChanged={onChanged}
          />
        ))}
        <SettingRow
          name={passkeys.length === 0 ? 'No passkeys yet' : 'Another device'}
          action="Add a passkey"
          renderForm={(close) => <NewPasskeyForm onChanged={onChanged} onClose={close} />}
        >
          <p>This device, or another one such as your phone.</p>
        </SettingRow>
      </div>
    </Panel>
  )
}

type PasskeyRowProps = { passkey: Passkey; mayRemove: boolean; onChanged: () => Promise<void> }

function PasskeyRow({ passkey: { id, name, createdAt }, mayRemove, onChanged }: PasskeyRowProps) {
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const remove = () =>
    ask(
      {
        title: `Remove the passkey ‘${name}’?`,
        text: 'You can no longer sign in with it here. Delete it on the device too, or the device may still offer it.',
        confirm: 'Remove passkey',
        danger: true,
      },
      () => api.account.removePasskey({ passkeyId: id }),
      'Passkey removed.',
    )
  return (
    <SettingRow
      name={name}
      prominent
      action="Rename"
      renderForm={(close) => <RenamePasskeyForm id={id} name={name} onChanged={onChanged} onClose={close} />}
      others={
        mayRemove && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            aria-label={`Remove: ${name}`}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        )
      }
    >
      <p className="flex items-center gap-2 text-muted">
        <KeyRound className="size-4 shrink-0" aria-hidden />
        Added on {dayText(createdAt)}
      </p>
      {!mayRemove && (
        <p className="text-small text-muted">
          A second factor is required for your account. Add another passkey before you remove this one.
        </p>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
    </SettingRow>
  )
}

type PasskeyNameFormProps = { onChanged: () => Promise<void>; onClose: () => void }

function NewPasskeyForm({ onChanged, onClose }: PasskeyNameFormProps) {
  const toast = useToast()
  async function add(name: string) {
    const { options } = await api.account.passkeyOptions({})
    await api.account.addPasskey({ name, response: await createPasskey(options) })
    await onChanged()
    toast('Passkey added.')
    onClose()
  }
  return (
    <PasskeyNameFields
      id="newPasskeyName"
      submit="Continue"
      hint="Your browser then asks where to save the passkey."
      onSubmit={add}
      onClose={onClose}
    />
  )
}

function RenamePasskeyForm({
  id,
  name,
  onChanged,
  onClose,
}: PasskeyNameFormProps & { id: string; name: string }) {
  async function rename(to: string) {
    await api.account.renamePasskey({ passkeyId: id, name: to })
    await onChanged()
    onClose()
  }
  return (
    <PasskeyNameFields
      id={`passkeyName-${id}`}
      name={name}
      submit="Save"
      onSubmit={rename}
      onClose={onClose}
    />
  )
}

type PasskeyNameFieldsProps = {
  id: string
  name?: string | undefined
  hint?: string | undefined
  submit: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}

function PasskeyNameFields({ id, name, hint, submit, onSubmit, onClose }: PasskeyNameFieldsProps) {
  return (
    <SectionForm
      submit={submit}
      onCancel={onClose}
      check={(typed) => fieldErrorWhere(typed('name') === '', id, 'Enter a name, such as ‘Work phone’')}
      onSend={(typed) => onSubmit(typed('name'))}
    >
      {(errors) => (
        <TextField
          id={id}
          name="name"
          label="Name of the passkey"
          hint={hint}
          defaultValue={name}
          maxLength={60}
          width="medium"
          autoComplete="off"
          error={errorOf(errors, id)}
        />
      )}
    </SectionForm>
  )
}
