import { useState } from 'react'
import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useTask } from '../../ui/use-task.ts'

type Props = { settings: SingleSignOnSettings; onChanged: () => Promise<void> }

/** Whether staff must sign in through the provider, and who need not. */
export function RequirementPanel({ settings, onChanged }: Props) {
  const { connection, administrators, domains } = settings
  const [isOpen, setOpen] = useState(false)
  const { busy, problem, run } = useTask()
  if (!connection) return null
  const isVerified = domains.some(({ verifiedAt }) => verifiedAt)
  const emergency = administrators.find(({ staffId }) => staffId === connection.breakGlassId)
  const stop = () =>
    run(async () => {
      await api.singleSignOn.force({ isForced: false })
      await onChanged()
    })
  return (
    <Panel title="Require single sign-on" className="max-w-column">
      {connection.isForced ? (
        <>
          <p>
            All staff sign in through {connection.name}
            {emergency ? `, except ${emergency.name} in an emergency` : ''}.
          </p>
          <Button variant="quiet" busy={busy} className="mt-5" onClick={() => void stop()}>
            Stop requiring it
          </Button>
        </>
      ) : connection.lastSignInAt && isVerified ? (
        <>
          <p>Staff can also sign in with their own passwords and passkeys.</p>
          <Button className="mt-5" onClick={() => setOpen(true)}>
            Require single sign-on
          </Button>
        </>
      ) : (
        <p>Verify a domain and sign in through the provider once. Then you can require it of all staff.</p>
      )}
      <ProblemMessage problem={problem} className="mt-5" />
      {isOpen && (
        <RequirementDialog
          administrators={administrators}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  )
}

type DialogProps = Pick<SingleSignOnSettings, 'administrators'> & {
  onChanged: () => Promise<void>
  onClose: () => void
}

const RequirementDialog = ({ administrators, onChanged, onClose }: DialogProps) => (
  <FormDialog
    title="Require single sign-on"
    text="Sessions that were opened another way end immediately. One administrator keeps their own sign-in for when the provider cannot be reached."
    confirm="Require single sign-on"
    onClose={onClose}
    read={(typed) => {
      const breakGlassId = typed.get('breakGlassId')
      if (typeof breakGlassId !== 'string' || !breakGlassId)
        return [{ id: 'breakGlassId', text: 'Choose an administrator' }]
      return async () => {
        await api.singleSignOn.force({ isForced: true, breakGlassId })
        await onChanged()
      }
    }}
  >
    {(errors) => (
      <SelectField
        id="breakGlassId"
        name="breakGlassId"
        label="Emergency administrator"
        hint="Administrators with a password or a passkey of their own"
        empty="Choose"
        options={administrators.map(({ staffId, name }) => ({ value: staffId, label: name }))}
        error={errorOf(errors, 'breakGlassId')}
      />
    )}
  </FormDialog>
)
