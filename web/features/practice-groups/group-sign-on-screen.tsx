import type { GroupSignOn } from '../../../contract/group-sign-on.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import {
  ConnectionForm,
  ConnectionState,
  DomainList,
  formatPracticeLevels,
  parseGroupConnectionForm,
  type ConnectionKind,
  type DomainKind,
} from '../single-sign-on/index.ts'
import { GroupUseNote } from './group-use-note.tsx'

const kindOf = ({ connection, practices }: GroupSignOn): ConnectionKind => ({
  nameHint: 'For your own reference, such as “Coastal Dental Microsoft account”',
  levels: {
    label: 'Practice and permission level by group',
    hint: 'One group a line, such as “Harbour dentists = Harbour Dental, 2”. Staff in several groups are added to each practice. Administrators are appointed in Candour.',
    value: formatPracticeLevels(connection?.practiceLevels ?? [], practices),
  },
  read(typed) {
    const found = parseGroupConnectionForm(typed, practices)
    if (Array.isArray(found)) return found
    return () => ('oidc' in found ? api.groupSignOn.save(found.oidc) : api.groupSignOn.saveSaml(found.saml))
  },
  test: () => api.groupSignOn.test({}),
  remove: () => api.groupSignOn.remove({}),
  removalText:
    'Staff of practices that use it sign in with their own passwords and passkeys again. Staff without one ask for a link by e-mail.',
})

const domainKind: DomainKind = {
  emptyText: 'Add the group’s e-mail domain and verify it with a DNS record.',
  add: api.groupSignOn.addDomain,
  verify: api.groupSignOn.verifyDomain,
  remove: api.groupSignOn.removeDomain,
}

type GroupSignOnScreenProps = { settings: GroupSignOn; onChanged: () => Promise<void> }

/** The identity provider of a group, which its practices may use in place of one of their own. */
export function GroupSignOnScreen({ settings, onChanged }: GroupSignOnScreenProps) {
  const { role, connection, domains, practices } = settings
  const others = practices.filter(({ isAgreed }) => !isAgreed).map(({ name }) => name)
  const use = { practices: practices.length, agreed: practices.length - others.length, others }
  return (
    <>
      <PageHeader
        title="Single sign-on"
        lead="Used by practices that agree to it and have no provider of their own."
      />
      <GroupUseNote agreement="sign-on" use={use} className="mt-4" />
      <div className="mt-6 space-y-6">
        {role === 'group_admin' ? (
          <>
            <ConnectionForm settings={settings} kind={kindOf(settings)} onChanged={onChanged} />
            <ConnectionState settings={settings} kind={kindOf(settings)} onChanged={onChanged} />
            <DomainList domains={domains} kind={domainKind} onChanged={onChanged} />
          </>
        ) : connection ? (
          <Panel title="Identity provider" className="max-w-column">
            <p className="font-medium wrap-anywhere">{connection.name}</p>
            <p className="wrap-anywhere text-muted">{connection.issuer}</p>
          </Panel>
        ) : (
          <InlineMessage>No provider is connected.</InlineMessage>
        )}
      </div>
    </>
  )
}
