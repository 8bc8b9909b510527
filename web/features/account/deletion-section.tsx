import { formatEmail } from '../../../contract/email-address.ts'
import { fieldErrorWhere } from '../identity/index.ts'
import { api } from '../../api.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { Account } from './account-record.ts'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'

type DeletionSectionProps = { account: Account; onDeleted: () => void }

/** The way to delete one's account: what goes, what stays, and why. */
export function DeletionSection({ account, onDeleted }: DeletionSectionProps) {
  return (
    <Panel title="Delete my account">
      <SettingRow
        name="What happens"
        action="Delete my account"
        renderForm={(close) => <DeletionForm email={account.email} onDeleted={onDeleted} onClose={close} />}
      >
        <DeletionConsequences />
      </SettingRow>
    </Panel>
  )
}

const DeletionConsequences = () => (
  <div className="max-w-xl space-y-2">
    <p>
      <span className="font-semibold">What is deleted:</span> your sign-in details, sessions, photo, phone
      number, passkeys, PIN and second factor. You are signed out everywhere at once, and this account cannot
      be used at any practice again.
    </p>
    <p>
      <span className="font-semibold">What stays:</span> your name in the consents that you prepared or
      countersigned and in the audit log, because the law asks practices to keep these records and to be able
      to show who did what.
    </p>
  </div>
)

type DeletionFormProps = { email: string; onDeleted: () => void; onClose: () => void }

function DeletionForm({ email, onDeleted, onClose }: DeletionFormProps) {
  const shown = formatEmail(email)
  const isSame = (typed: string) => [email, shown].some((each) => each.toLowerCase() === typed.toLowerCase())
  return (
    <div className="space-y-4">
      <DeletionConsequences />
      <InlineMessage tone="warn">This cannot be undone.</InlineMessage>
      <SectionForm
        submit="Delete my account"
        danger
        onCancel={onClose}
        check={(typed) =>
          fieldErrorWhere(
            !isSame(typed('deletedEmail')),
            'deletedEmail',
            `Enter ${shown} to delete this account`,
          )
        }
        onSend={async () => {
          await api.account.remove({})
          onDeleted()
        }}
      >
        {(errors) => (
          <TextField
            id="deletedEmail"
            name="deletedEmail"
            label="To confirm, type your e-mail address"
            hint={<span className="wrap-anywhere">{shown}</span>}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf(errors, 'deletedEmail')}
          />
        )}
      </SectionForm>
    </div>
  )
}
