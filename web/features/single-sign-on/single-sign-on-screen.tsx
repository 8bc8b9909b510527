import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { api } from '../../api.ts'
import { ConnectionForm, ConnectionState, type ConnectionKind } from './connection-settings.tsx'
import { DomainList, type DomainKind } from './domain-settings.tsx'
import { ProvisioningPanel, type ProvisioningKey } from './provisioning-settings.tsx'
import { RequirementPanel } from './requirement-settings.tsx'
import { formatGroupLevels, parseConnectionForm } from './single-sign-on-form.ts'
import { SignInAttemptList } from './sign-in-attempt-list.tsx'

type SingleSignOnScreenProps = {
  settings: SingleSignOnSettings
  /** The API keys of the practice. */
  keys: readonly ProvisioningKey[]
  /** Where browsers find the product. */
  address: string
  settingsHref: string
  onChanged: () => Promise<void>
}

const kindOf = ({ connection }: SingleSignOnSettings): ConnectionKind => ({
  nameHint: 'Shown to your staff when they sign in, such as “Harbour Dental Microsoft account”',
  levels: {
    label: 'Permission level by group',
    hint: 'One group a line, such as “Dentists = 2”. The highest level applies at each sign-in. Administrators are appointed in Candour.',
    value: formatGroupLevels(connection?.groupLevels ?? []),
  },
  defaultLevel: connection?.defaultLevel ?? null,
  read(typed) {
    const found = parseConnectionForm(typed)
    if (Array.isArray(found)) return found
    return () => ('oidc' in found ? api.singleSignOn.save(found.oidc) : api.singleSignOn.saveSaml(found.saml))
  },
  test: () => api.singleSignOn.test({}),
  remove: () => api.singleSignOn.remove({}),
  removalText:
    'Staff sign in with their own passwords and passkeys again. Staff without one ask for a link by e-mail.',
})

const domainKind: DomainKind = {
  emptyText: 'Add your practice’s e-mail domain and verify it with a DNS record.',
  add: api.singleSignOn.addDomain,
  verify: api.singleSignOn.verifyDomain,
  remove: api.singleSignOn.removeDomain,
}

/** How the staff of a practice sign in at its own provider. */
export const SingleSignOnScreen = ({
  settings,
  keys,
  address,
  settingsHref,
  onChanged,
}: SingleSignOnScreenProps) => (
  <>
    <PageHeader
      title="Single sign-on"
      lead="Staff sign in with their practice account."
      back={<BackLink href={settingsHref}>Settings</BackLink>}
    />
    <div className="mt-6 space-y-6">
      <ConnectionForm settings={settings} kind={kindOf(settings)} onChanged={onChanged} />
      <ConnectionState settings={settings} kind={kindOf(settings)} onChanged={onChanged} />
      <DomainList domains={settings.domains} kind={domainKind} onChanged={onChanged} />
      <ProvisioningPanel address={address} keys={keys} onChanged={onChanged} />
      <RequirementPanel settings={settings} onChanged={onChanged} />
      {settings.connection && <SignInAttemptList attempts={settings.attempts} />}
    </div>
  </>
)
