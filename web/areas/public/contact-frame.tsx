import type { ReactNode } from 'react'
import contact from '../../../build/content/page.contact.json'
import { supportAddress } from '../../support-address.ts'
import { Link } from '../../ui/plain/link.tsx'

/** What the pages of the contact form have around them: who should ring instead, and the other way to write. */
export const ContactFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-10 px-6 py-14 sm:py-20 lg:grid-cols-[1fr_20rem]">
    <div className="max-w-xl">{children}</div>
    <ContactSidebar />
  </div>
)

export const ContactHeading = () => (
  <>
    <h1 tabIndex={-1} className="text-3xl">
      {contact.heading}
    </h1>
    <p className="mt-4 mb-8 text-lg leading-relaxed text-muted">{contact.lead}</p>
  </>
)

function ContactSidebar() {
  return (
    <aside
      className="space-y-7 self-start border-line leading-relaxed lg:border-s lg:ps-8"
      aria-label="Before you write"
    >
      {[contact.patients, contact.urgent].map(({ heading, text }) => (
        <div key={heading}>
          <h2 className="text-[1rem]">{heading}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </div>
      ))}
      <p className="text-muted">
        {contact.kept}{' '}
        <Link href="/privacy" reload className="text-link">
          {contact.privacyLink}
        </Link>
      </p>
      <p className="text-muted">
        {contact.byMail}{' '}
        <a href={`mailto:${supportAddress}`} className="text-link">
          {supportAddress}
        </a>
      </p>
    </aside>
  )
}
