import type { ReactNode } from 'react'
import { useSessionUser } from '../identity/index.ts'
import type { SignInStep } from '../../../contract/identity.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Account } from './account-record.ts'
import { ClinicSection } from './clinic-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { LinkedAccountSection } from './linked-account-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PinSection } from './pin-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionSection } from './session-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { SupportSection } from './support-section.tsx'

type AccountScreenProps = {
  title: string
  account: Account
  onChanged: () => Promise<void>
  /** Leaves for a page outside the application. */
  onLeaveTo: (url: string) => void
  /** Another practice was entered, or still asks for a second factor. */
  onSwitched: (step: SignInStep) => void
  onDeleted: () => void
  /** The code with which an identity provider sent the person back, where it linked nothing. */
  linkFailure?: string | undefined
  /** Where support is asked, for those whom it is for. */
  supportHref?: string | undefined
}

type Section = { id: string; name: string; content: ReactNode }

/** A person's own account: how they are shown, how they sign in, where they are signed in. */
export function AccountScreen({ title, ...props }: AccountScreenProps) {
  const sections = useSections(props)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader title={title} lead="Profile, security and sessions" />
      <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,1fr)_12rem]">
        <div className="max-w-3xl min-w-0 space-y-6">
          {sections.map(({ id, content }) => (
            <div key={id} id={id} className="scroll-mt-20 lg:scroll-mt-6">
              {content}
            </div>
          ))}
        </div>
        <nav aria-label="On this page" className="sticky top-8 self-start max-xl:hidden">
          <p className="mb-2 font-semibold">On this page</p>
          <ul className="border-s border-line">
            {sections.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 ps-4 text-muted hover:text-ink">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}

function useSections(props: Omit<AccountScreenProps, 'title'>): Section[] {
  const { account, onChanged, onLeaveTo, onSwitched, onDeleted, linkFailure, supportHref } = props
  const { clinics } = useSessionUser()
  const shared = { account, onChanged }
  const linksAccounts = account.providers.length + account.identities.length > 0
  const section = (id: string, name: string, content: ReactNode): Section => ({ id, name, content })
  return [
    section('profile', 'Profile', <ProfileSection {...shared} />),
    section('sign-in', 'E-mail, password and phone', <SignInSection {...shared} />),
    section('second-factor', 'Second factor', <SecondFactorSection {...shared} />),
    section('passkeys', 'Passkeys', <PasskeySection {...shared} />),
    ...(linksAccounts
      ? [
          section(
            'linked-accounts',
            'Linked accounts',
            <LinkedAccountSection {...shared} onLeaveTo={onLeaveTo} failure={linkFailure} />,
          ),
        ]
      : []),
    section('sessions', 'Active sessions', <SessionSection {...shared} />),
    section('pin', 'PIN', <PinSection {...shared} />),
    ...(clinics.length > 1
      ? [section('practices', 'Your practices', <ClinicSection onSwitched={onSwitched} />)]
      : []),
    ...(supportHref ? [section('support', 'Support tickets', <SupportSection href={supportHref} />)] : []),
    section('deletion', 'Delete my account', <DeletionSection account={account} onDeleted={onDeleted} />),
  ]
}
