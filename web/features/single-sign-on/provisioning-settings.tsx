import { useState } from 'react'
import { provisioningScope } from '../../../contract/integration-scopes.ts'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { dayText, recentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

export type ProvisioningKey = Awaited<ReturnType<Api['integrations']['listKeys']>>[number]

const token_days = 365

type Props = { address: string; keys: readonly ProvisioningKey[]; onChanged: () => Promise<void> }

/** How the provider adds and ends staff accounts: its address, and the token that it shows. */
export function ProvisioningPanel({ address, keys, onChanged }: Props) {
  const [secret, setSecret] = useState<string>()
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const live = keys.filter(({ scopes, state }) => state === 'live' && scopes.includes(provisioningScope))

  const create = () =>
    run(async () => {
      const made = await api.integrations.createKey({
        name: 'SCIM token',
        scopes: [provisioningScope],
        days: token_days,
      })
      setSecret(made.secret)
      await onChanged()
    })

  async function revoke({ id, hint }: ProvisioningKey) {
    const isSure = await confirm({
      title: `Revoke the token ending in ${hint}?`,
      text: 'The provider can no longer add or end staff accounts with it. This cannot be undone.',
      confirm: 'Revoke token',
      danger: true,
    })
    if (!isSure) return
    const isDone = await run(async () => {
      await api.integrations.revokeKey({ keyId: id })
      await onChanged()
    })
    if (isDone) toast('Token revoked')
  }
  return (
    <Panel
      title="Joiners and leavers (SCIM)"
      lead="The provider adds new staff and ends the access and sessions of leavers."
      className="max-w-column"
    >
      <CopyField id="scim-address" label="SCIM address" value={`${address}/api/scim/v2`} />
      {live.length > 0 && (
        <ul className="mt-5 space-y-2">
          {live.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-3">
              <span>Token ending in {key.hint}</span>
              <span className="text-muted">
                {key.lastUsedAt ? `last used ${recentText(key.lastUsedAt, new Date())}` : 'not used yet'},
                valid until {dayText(key.expiresAt)}
              </span>
              <Button variant="link" size="small" busy={busy} onClick={() => void revoke(key)}>
                Revoke<span className="sr-only"> the token ending in {key.hint}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" busy={busy} className="mt-5" onClick={() => void create()}>
        Create SCIM token
      </Button>
      <ProblemMessage problem={problem} className="mt-5" />
      {secret !== undefined && (
        <Dialog
          open
          onOpenChange={() => setSecret(undefined)}
          title="The new token"
          footer={<Button onClick={() => setSecret(undefined)}>Done</Button>}
        >
          <div className="space-y-4">
            <InlineMessage tone="warn" title="Copy it now" role="status">
              It is shown only once. If you lose it, create another.
            </InlineMessage>
            <CopyField
              id="scim-token"
              label="SCIM token"
              value={secret}
              hint="Enter it at the provider as the bearer (secret) token."
            />
          </div>
        </Dialog>
      )}
    </Panel>
  )
}
