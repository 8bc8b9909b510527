import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ConnectionForm, ConnectionState } from './connection-settings.tsx'
import { DomainList } from './domain-settings.tsx'
import { ProvisioningPanel, type ProvisioningKey } from './provisioning-settings.tsx'
import { RequirementPanel } from './requirement-settings.tsx'
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
      <ConnectionForm settings={settings} onChanged={onChanged} />
      <ConnectionState settings={settings} onChanged={onChanged} />
      <DomainList domains={settings.domains} onChanged={onChanged} />
      <ProvisioningPanel address={address} keys={keys} onChanged={onChanged} />
      <RequirementPanel settings={settings} onChanged={onChanged} />
      {settings.connection && <SignInAttemptList attempts={settings.attempts} />}
    </div>
  </>
)
