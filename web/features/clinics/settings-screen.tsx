import { Banknote, Building2, Cable, CreditCard, KeyRound, RefreshCcwDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { settingsSections, type SettingsSection } from './settings-sections.ts'

type SettingsScreenProps = {
  section: SettingsSection
  hrefOf: (section: SettingsSection) => string
  /** What treatments cost. */
  feesHref: string
  /** What the practice holds and pays. */
  billingHref: string
  /** Where other programs are connected; absent for those who may not. */
  connectionsHref: string | undefined
  /** Where the practice system is connected; absent likewise. */
  practiceSystemHref: string | undefined
  /** How staff sign in; absent for those who may not change it. */
  signInHref: string | undefined
  /** Which group of practices it belongs to; absent for those who may not decide it. */
  groupHref: string | undefined
  /** The panels of the section. */
  children: ReactNode
}

/** What a practice decides for itself, section by section, each with its own address. */
export function SettingsScreen({
  section,
  hrefOf,
  feesHref,
  billingHref,
  connectionsHref,
  practiceSystemHref,
  signInHref,
  groupHref,
  children,
}: SettingsScreenProps) {
  const sections = Object.entries(settingsSections) as [SettingsSection, string][]
  return (
    <>
      <PageHeader
        title="Settings"
        lead="Practice settings"
        className="mb-6"
        actions={
          <>
            <ButtonLink href={feesHref} variant="quiet" icon={Banknote}>
              Fees
            </ButtonLink>
            <ButtonLink href={billingHref} variant="quiet" icon={CreditCard}>
              Billing
            </ButtonLink>
            {practiceSystemHref && (
              <ButtonLink href={practiceSystemHref} variant="quiet" icon={RefreshCcwDot}>
                Practice system
              </ButtonLink>
            )}
            {connectionsHref && (
              <ButtonLink href={connectionsHref} variant="quiet" icon={Cable}>
                Connections
              </ButtonLink>
            )}
            {signInHref && (
              <ButtonLink href={signInHref} variant="quiet" icon={KeyRound}>
                Single sign-on
              </ButtonLink>
            )}
            {groupHref && (
              <ButtonLink href={groupHref} variant="quiet" icon={Building2}>
                Group of practices
              </ButtonLink>
            )}
          </>
        }
      />
      <LinkTabs
        label="Settings sections"
        tabs={sections.map(([name, label]) => ({ href: hrefOf(name), label, current: name === section }))}
        className="mb-6"
      />
      {children}
    </>
  )
}
