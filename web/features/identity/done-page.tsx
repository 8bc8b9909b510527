import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { ConfirmationPanel } from '../../ui/plain/confirmation-panel.tsx'

type ConfirmationPageProps = { title: string; onwards: { href: string; label: string }; children: ReactNode }

/** What came of a page with one form on it, and the way on. */
export const ConfirmationPage = ({ title, onwards: { href, label }, children }: ConfirmationPageProps) => (
  <div className="mx-auto w-full max-w-md px-6 py-10 sm:py-16">
    <ConfirmationPanel title={title} focused>
      <p>{children}</p>
    </ConfirmationPanel>
    <ButtonLink href={href} size="large" className="mt-6 w-full">
      {label}
    </ButtonLink>
  </div>
)
