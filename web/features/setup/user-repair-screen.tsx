import { useState, type FormEvent } from 'react'
import { fieldErrorWhere, SignInFrame, useFormTask } from '../identity/index.ts'
import type { AccountRepair } from '../../../contract/setup.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { AccountFacts, type FoundAccount } from './account-facts.tsx'
import { AccountSearch } from './account-search.tsx'
import { repairChoices } from './repair-choices.ts'
import { RepairDone } from './repair-done.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'

/** Finds an account that cannot sign in, and repairs what is wrong with it. */
export const UserRepairScreen = () => (
  <SetupGate title="Repair an account">{(key) => <UserRepair setupKey={key} />}</SetupGate>
)

function UserRepair({ setupKey }: { setupKey: SetupKey }) {
  const { context, byToken } = setupKey
  const [found, setFound] = useState<FoundAccount>()
  const [repaired, setRepaired] = useState<FoundAccount>()
  function startOver() {
    setFound(undefined)
    setRepaired(undefined)
  }
  if (repaired) {
    return (
      <RepairDone title="Account repaired" account={repaired} onAgain={byToken ? undefined : startOver} />
    )
  }
  if (found) {
    return (
      <SignInFrame title={`Repair ${found.name}`} lead={byToken && 'This uses the set-up token.'}>
        <AccountFacts account={found} />
        <RepairForm account={found} context={context} onRepaired={setRepaired} onCancel={startOver} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Repair an account" lead="For accounts with sign-in problems.">
      <AccountSearch
        submit="Find account"
        onSend={async (email) => setFound(await api.setup.findUser({ email }, { context }))}
      />
    </SignInFrame>
  )
}

type RepairFormProps = Pick<SetupKey, 'context'> & {
  account: FoundAccount
  onRepaired: (account: FoundAccount) => void
  onCancel: () => void
}

function RepairForm({ account, context, onRepaired, onCancel }: RepairFormProps) {
  const { busy, problems, send } = useFormTask({ repairs: 'repairs' })
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const repairs = new FormData(event.currentTarget).getAll('repairs') as AccountRepair[]
    const missing = fieldErrorWhere(repairs.length === 0, 'repairs', 'Choose at least one repair')
    await send(missing, async () => {
      const { userId } = account
      onRepaired(await api.setup.fixUser({ userId, repairs }, { context }))
    })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6 border-t border-line pt-6">
      <ErrorSummary errors={problems} className="mb-6" />
      <Fieldset legend="Repairs" error={errorOf(problems, 'repairs')}>
        {() => (
          <div className="space-y-3">
            {repairChoices(account).map(({ repair, label, effect }, at) => (
              <CheckboxField
                key={repair}
                id={at === 0 ? 'repairs' : undefined}
                name="repairs"
                value={repair}
                label={label}
                hint={effect}
              />
            ))}
          </div>
        )}
      </Fieldset>
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        Repair account
      </Button>
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onCancel}>
        Find another account
      </Button>
    </form>
  )
}
