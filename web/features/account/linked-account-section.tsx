import { providerNames, signInMessage, type IdentityProvider } from '../../../contract/sign-in-codes.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Account, SectionProps } from './account-record.ts'
import { useConfirmedTask } from './use-confirmed-task.ts'

type LinkedAccountSectionProps = SectionProps & {
  /** Leaves for a provider's own page. */
  onLeaveTo: (url: string) => void
  /** Why a provider sent the person back without a link. */
  failure?: string | undefined
}

/** Accounts elsewhere that the person may sign in with. Shown where a provider is configured, or was. */
export function LinkedAccountSection({ account, onChanged, onLeaveTo, failure }: LinkedAccountSectionProps) {
  const { identities, providers } = account
  const linked = identities.map(({ providerId }) => providerId)
  const offered = [...new Set([...providers, ...linked])]
  return (
    <Panel title="Linked accounts" lead="Sign in with an account from another service.">
      {failure !== undefined && (
        <InlineMessage tone="bad" role="alert" title="Account not linked" className="mb-4">
          {signInMessage(failure)}
        </InlineMessage>
      )}
      <ul className="divide-y divide-line">
        {offered.map((provider) => (
          <ProviderRow
            key={provider}
            provider={provider}
            identity={identities.find(({ providerId }) => providerId === provider)}
            onChanged={onChanged}
            onLeaveTo={onLeaveTo}
          />
        ))}
      </ul>
    </Panel>
  )
}

type ProviderRowProps = Pick<LinkedAccountSectionProps, 'onChanged' | 'onLeaveTo'> & {
  provider: IdentityProvider
  identity: Account['identities'][number] | undefined
}

function ProviderRow({ provider, identity, onChanged, onLeaveTo }: ProviderRowProps) {
  const name = providerNames[provider]
  const linking = useTask()
  const unlinking = useConfirmedTask(onChanged)
  const link = () => linking.run(async () => onLeaveTo((await api.account.linkProvider({ provider })).url))
  const unlink = () =>
    unlinking.ask(
      {
        title: `Unlink your ${name} account?`,
        text: `You can no longer sign in here with ${name}. Your ${name} account itself stays as it is.`,
        confirm: 'Unlink',
        danger: true,
      },
      () => api.account.unlinkProvider({ provider }),
      `Your ${name} account is unlinked.`,
    )
  const act = identity ? unlink : link
  const verb = identity ? 'Unlink' : 'Link'
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{name}</span>
            {identity && <Badge tone="ok">Linked</Badge>}
          </p>
          {identity && <p className="text-small text-muted">Since {dayText(identity.linkedAt)}</p>}
        </div>
        <Button
          variant="quiet"
          size="small"
          busy={linking.busy || unlinking.busy}
          aria-label={`${verb}: ${name}`}
          onClick={() => void act()}
        >
          {verb}
        </Button>
      </div>
      <ProblemMessage problem={linking.problem ?? unlinking.problem} className="mt-3" />
    </li>
  )
}
