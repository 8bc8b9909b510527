import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
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
import { formatGroupLevels, parseConnectionForm } from './single-sign-on-form.ts'

type Props = { settings: SingleSignOnSettings; onChanged: () => Promise<void> }

type Protocol = 'oidc' | 'saml'
const protocols = [
  { value: 'oidc', label: 'OpenID Connect', hint: 'The simpler choice where the provider offers both' },
  { value: 'saml', label: 'SAML 2.0' },
]
const levels = ['1', '2', '3', '4'].map((value) => ({ value, label: `Level ${value}` }))

/** The provider of the practice: who we are there, and what it decides. */
export function ConnectionForm({ settings: { connection, serviceProvider }, onChanged }: Props) {
  const [protocol, setProtocol] = useState<Protocol>(connection?.protocol ?? 'oidc')
  // What is saved of one protocol says nothing of the other.
  const same = connection?.protocol === protocol ? connection : null
  const form = useSettingsForm(
    (typed) => {
      const found = parseConnectionForm(typed)
      if (Array.isArray(found)) return found
      return () =>
        'oidc' in found ? api.singleSignOn.save(found.oidc) : api.singleSignOn.saveSaml(found.saml)
    },
    onChanged,
    'Connection saved',
  )
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
        hint="Shown to your staff when they sign in, such as “Harbour Dental Microsoft account”"
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
        label="Permission level by group"
        hint="One group a line, such as “Dentists = 2”. The highest level applies at each sign-in. Administrators are appointed in Candour."
        defaultValue={formatGroupLevels(connection?.groupLevels ?? [])}
        error={errorOf(errors, 'groupLevels')}
      />
      <SelectField
        id="defaultLevel"
        name="defaultLevel"
        label="New staff in none of these groups"
        empty="Do not let in"
        options={levels}
        defaultValue={connection?.defaultLevel ?? ''}
      />
    </SettingsPanel>
  )
}

/** What to enter at the provider, whether it answers, and taking it away. */
export function ConnectionState({ settings: { connection, redirectUrl }, onChanged }: Props) {
  const [result, setResult] = useState<{ works: boolean; problem: string | null }>()
  const testing = useTask()
  const removing = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  if (!connection) return null

  async function remove() {
    const isSure = await confirm({
      title: 'Disconnect the provider?',
      text: 'Staff sign in with their own passwords and passkeys again. Staff without one ask for a link by e-mail.',
      confirm: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    const isDone = await removing.run(async () => {
      await api.singleSignOn.remove({})
      await onChanged()
    })
    if (isDone) toast('Provider disconnected')
  }
  const test = () => testing.run(async () => setResult(await api.singleSignOn.test({})))
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
