import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { useTask } from '../../ui/use-task.ts'
import { useState } from 'react'
import { OidcFields, SamlFields } from './protocol-fields.tsx'

type Connection = NonNullable<SingleSignOnSettings['connection']>
type ProviderSettings = Pick<SingleSignOnSettings, 'redirectUrl' | 'serviceProvider'> & {
  connection: Omit<
    Connection,
    'groupLevels' | 'defaultLevel' | 'isForced' | 'breakGlassId' | 'lastSignInAt'
  > | null
}

/** What is different for the provider of a practice and that of a group. */
export type ConnectionKind = {
  nameHint: string
  levels: { label: string; hint: string; value: string }
  /** The level of people in none of the groups, where that is asked. */
  defaultLevel?: number | null
  /** What a form does when it is sent, or what is wrong with it. */
  read: (typed: FormData) => FieldProblem[] | (() => Promise<unknown>)
  test: () => Promise<{ works: boolean; problem: string | null }>
  remove: () => Promise<unknown>
  removalText: string
}

type Props = { settings: ProviderSettings; kind: ConnectionKind; onChanged: () => Promise<void> }

type Protocol = 'oidc' | 'saml'
const protocols = [
  { value: 'oidc', label: 'OpenID Connect', hint: 'The simpler choice where the provider offers both' },
  { value: 'saml', label: 'SAML 2.0' },
]
const levels = ['1', '2', '3', '4'].map((value) => ({ value, label: `Level ${value}` }))

/** The provider: who we are there, and what it decides. */
export function ConnectionForm({ settings: { connection, serviceProvider }, kind, onChanged }: Props) {
  const [protocol, setProtocol] = useState<Protocol>(connection?.protocol ?? 'oidc')
  // What is saved of one protocol says nothing of the other.
  const same = connection?.protocol === protocol ? connection : null
  const form = useSettingsForm(kind.read, onChanged, 'Connection saved')
  const { errors } = form
  return (
    <SettingsPanel
      form={form}
      title="Identity provider"
      lead="Any OpenID Connect or SAML 2.0 provider: Microsoft Entra ID, Google Workspace, Okta, Keycloak and others."
      submitLabel={connection ? 'Save connection' : 'Connect provider'}
    >
      <TextField
        id="name"
        name="name"
        label="Name"
        hint={kind.nameHint}
        defaultValue={connection?.name}
        maxLength={80}
        error={errorOf(errors, 'name')}
      />
      <RadioGroup
        id="protocol"
        name="protocol"
        legend="Protocol"
        options={protocols}
        value={protocol}
        onChange={(value) => setProtocol(value as Protocol)}
      />
      {protocol === 'saml' ? (
        <SamlFields connection={same} errors={errors} serviceProvider={serviceProvider} />
      ) : (
        <OidcFields connection={same} errors={errors} />
      )}
      <CheckboxField
        id="countsSecondFactor"
        name="countsSecondFactor"
        label="Accept a second factor given at the provider"
        hint="When it reports one, Candour does not ask for another."
        defaultChecked={connection?.countsSecondFactor ?? true}
      />
      <CheckboxField
        key={same ? 'saved' : protocol}
        id="trustsEmails"
        name="trustsEmails"
        label="The provider verifies e-mail addresses but does not report it"
        hint="Needed for Entra ID and for SAML. Leave unticked if staff can change their own address there."
        defaultChecked={same?.trustsEmails ?? protocol === 'saml'}
      />
      <TextField
        id="groupClaim"
        name="groupClaim"
        label={protocol === 'saml' ? 'Groups attribute' : 'Groups claim'}
        defaultValue={connection?.groupClaim ?? 'groups'}
        maxLength={200}
        error={errorOf(errors, 'groupClaim')}
      />
      <TextareaField
        id="groupLevels"
        name="groupLevels"
        label={kind.levels.label}
        hint={kind.levels.hint}
        defaultValue={kind.levels.value}
        error={errorOf(errors, 'groupLevels')}
      />
      {kind.defaultLevel !== undefined && (
        <SelectField
          id="defaultLevel"
          name="defaultLevel"
          label="New staff in none of these groups"
          empty="Do not let in"
          options={levels}
          defaultValue={kind.defaultLevel ?? ''}
        />
      )}
    </SettingsPanel>
  )
}

/** What to enter at the provider, whether it answers, and taking it away. */
export function ConnectionState({ settings: { connection, redirectUrl }, kind, onChanged }: Props) {
  const [result, setResult] = useState<{ works: boolean; problem: string | null }>()
  const testing = useTask()
  const removing = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  if (!connection) return null

  async function remove() {
    const isSure = await confirm({
      title: 'Disconnect the provider?',
      text: kind.removalText,
      confirm: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    const isDone = await removing.run(async () => {
      await kind.remove()
      await onChanged()
    })
    if (isDone) toast('Provider disconnected')
  }
  const test = () => testing.run(async () => setResult(await kind.test()))
  return (
    <Panel
      title="Connection"
      className="max-w-column"
      {...(connection.protocol === 'saml' && { lead: 'Sign in through the provider once to check it.' })}
    >
      {redirectUrl && (
        <CopyField
          id="redirect"
          label="Redirect address"
          hint="Enter it at the provider as the redirect (callback) URL."
          value={redirectUrl}
        />
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {redirectUrl && (
          <Button variant="quiet" busy={testing.busy} onClick={() => void test()}>
            Test connection
          </Button>
        )}
        <Button variant="quiet" busy={removing.busy} onClick={() => void remove()}>
          Disconnect
        </Button>
      </div>
      {result && (
        <InlineMessage tone={result.works ? 'ok' : 'bad'} role="status" className="mt-5">
          {result.works ? 'The provider answers as it should.' : result.problem}
        </InlineMessage>
      )}
      <ProblemMessage problem={testing.problem ?? removing.problem} className="mt-5" />
    </Panel>
  )
}
