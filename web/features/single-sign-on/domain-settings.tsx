import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type Domain = SingleSignOnSettings['domains'][number]
type DomainId = { domainId: string }

/** What is different for the domains of a practice and those of a group. */
export type DomainKind = {
  /** What the list says while it is empty. */
  emptyText: string
  add: (typed: { domain: string }) => Promise<unknown>
  verify: (of: DomainId) => Promise<unknown>
  remove: (of: DomainId) => Promise<unknown>
}
type Changes = { kind: DomainKind; onChanged: () => Promise<void> }

/** The e-mail domains that a practice or a group has shown to be its own. */
export function DomainList({ domains, kind, onChanged }: Changes & { domains: readonly Domain[] }) {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="quiet" icon={Plus} onClick={() => setAdding(true)}>
      Add domain
    </Button>
  )
  return (
    <Panel
      title="E-mail domains"
      lead="Only staff with an address in a verified domain can sign in through the provider."
      actions={domains.length > 0 && add}
      className="max-w-column"
    >
      {domains.length === 0 && (
        <EmptyState icon={Globe} title="No domains yet" action={add}>
          {kind.emptyText}
        </EmptyState>
      )}
      <ul className="space-y-6">
        {domains.map((domain) => (
          <DomainItem key={domain.id} domain={domain} kind={kind} onChanged={onChanged} />
        ))}
      </ul>
      {isAdding && <DomainDialog kind={kind} onChanged={onChanged} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function DomainItem({
  domain: { id, domain, verifiedAt, ...record },
  kind,
  onChanged,
}: Changes & { domain: Domain }) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()

  async function verify() {
    const isDone = await run(async () => {
      await kind.verify({ domainId: id })
      await onChanged()
    })
    if (isDone) toast(`${domain} is verified`)
  }
  async function remove() {
    const isSure = await confirm({
      title: `Remove ${domain}?`,
      text: 'Staff with an address in this domain can no longer sign in through the provider.',
      confirm: 'Remove domain',
      danger: true,
    })
    if (!isSure) return
    await run(async () => {
      await kind.remove({ domainId: id })
      await onChanged()
    })
  }
  return (
    <li>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{domain}</span>
        <Badge tone={verifiedAt ? 'ok' : 'warn'}>{verifiedAt ? 'Verified' : 'Not verified'}</Badge>
        <Button variant="link" size="small" busy={busy} onClick={() => void remove()}>
          Remove<span className="sr-only"> {domain}</span>
        </Button>
      </div>
      {!verifiedAt && (
        <div className="mt-3 space-y-4">
          <CopyField id={`name-${id}`} label="DNS record name (TXT)" value={record.recordName} />
          <CopyField id={`value-${id}`} label="DNS record value" value={record.recordValue} />
          <Button variant="quiet" busy={busy} onClick={() => void verify()}>
            Verify {domain}
          </Button>
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-4" />
    </li>
  )
}

function DomainDialog({ kind, onChanged, onClose }: Changes & { onClose: () => void }) {
  return (
    <FormDialog
      title="Add a domain"
      text="You show that it is yours with a DNS record."
      confirm="Add domain"
      onClose={onClose}
      read={(typed) => {
        const value = typed.get('domain')
        const domain = typeof value === 'string' ? value.trim() : ''
        if (!domain) return [{ id: 'domain', text: 'Enter a domain' }]
        return async () => {
          await kind.add({ domain })
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <TextField
          id="domain"
          name="domain"
          label="E-mail domain"
          hint="The part after the @, such as harbourdental.co.uk"
          autoComplete="off"
          maxLength={253}
          error={errorOf(errors, 'domain')}
        />
      )}
    </FormDialog>
  )
}
