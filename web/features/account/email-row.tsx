import { useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { fieldErrorWhere } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { SectionProps } from './account-record.ts'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'

/** The address: another one becomes theirs once it is proved by the link sent there. */
export function EmailRow({ account, onChanged }: SectionProps) {
  const { email, emailVerified, emailPending } = account
  return (
    <SettingRow
      name="E-mail address"
      action="Change"
      renderForm={(close) => <EmailForm onChanged={onChanged} onClose={close} />}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="min-w-0 wrap-anywhere">{formatEmail(email)}</span>
        {!emailVerified && <Badge tone="warn">Not confirmed</Badge>}
      </p>
      {emailPending !== null && (
        <p className="mt-1 text-muted">
          Not confirmed yet:{' '}
          <span className="font-medium wrap-anywhere text-ink">{formatEmail(emailPending)}</span>. Open the
          link we sent there to change your address.
        </p>
      )}
    </SettingRow>
  )
}

type EmailFormProps = { onChanged: () => Promise<void>; onClose: () => void }

function EmailForm({ onChanged, onClose }: EmailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <LinkSent to={sentTo} onClose={onClose} />
  return (
    <SectionForm
      submit="Send the link"
      onCancel={onClose}
      fieldOf={{ 'invalid-email': 'newEmail' }}
      check={(typed) => fieldErrorWhere(typed('newEmail') === '', 'newEmail', 'Enter the new e-mail address')}
      onSend={async (typed) => {
        const email = typed('newEmail')
        await api.account.changeEmail({ email })
        await onChanged()
        setSentTo(email)
      }}
    >
      {(errors) => (
        <TextField
          id="newEmail"
          name="newEmail"
          type="email"
          label="New e-mail address"
          hint="Your address changes when you open the link we send there."
          autoComplete="email"
          error={errorOf(errors, 'newEmail')}
        />
      )}
    </SectionForm>
  )
}

function LinkSent({ to, onClose }: { to: string; onClose: () => void }) {
  useFocusOnMount('emailLinkSent')
  return (
    <>
      <InlineMessage tone="ok" role="status">
        We have sent a link to <span className="font-semibold wrap-anywhere">{to}</span>; your address changes
        when you open it.
      </InlineMessage>
      <Button id="emailLinkSent" variant="quiet" size="small" className="mt-3" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
