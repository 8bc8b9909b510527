import { useEffect, useRef, useState } from 'react'
import contact from '../../../build/content/page.contact.json'
import { ContactForm } from '../../features/enquiries/contact-form.tsx'
import { publicMeta } from '../../page-meta.ts'
import { supportAddress } from '../../support-address.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'

export const meta = () => publicMeta('/contact', contact)

const { sent } = contact

export default function Contact() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-10 px-6 py-14 sm:py-20 lg:grid-cols-[1fr_20rem]">
      <div className="max-w-xl">
        {sentTo === undefined ? (
          <>
            <h1 tabIndex={-1} className="text-3xl">
              {contact.heading}
            </h1>
            <p className="mt-4 mb-8 text-lg leading-relaxed text-muted">{contact.lead}</p>
            <p className="hidden rounded-lg bg-brand-soft p-5 text-[1rem] noscript:block">
              {contact.noScript} <MailLink />
            </p>
            <ContactForm topics={contact.topics} onSent={setSentTo} />
          </>
        ) : (
          <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
        )}
      </div>
      <Beside />
    </div>
  )
}

const MailLink = () => (
  <a href={`mailto:${supportAddress}`} className="text-link">
    {supportAddress}
  </a>
)

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="rounded-xl bg-ok-soft p-8">
      <h1 ref={heading} tabIndex={-1} className="text-2xl text-ok">
        {sent.heading}
      </h1>
      <p className="mt-3 text-[1rem] leading-relaxed">{sent.text.replace('{email}', () => email)}</p>
      <Button variant="quiet" className="mt-6" onClick={onAgain}>
        {sent.again}
      </Button>
    </div>
  )
}

function Beside() {
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
        {contact.byMail} <MailLink />
      </p>
    </aside>
  )
}
