import { useEffect, useRef, useState } from 'react'
import contact from '../../../build/content/page.contact.json'
import { ContactForm } from '../../features/enquiries/contact-form.tsx'
import { publicMeta } from '../../page-meta.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ContactFrame, ContactHeading } from './contact-frame.tsx'

export const meta = () => publicMeta('/contact', contact)

const { sent } = contact

export default function Contact() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <ContactFrame>
      {sentTo === undefined ? (
        <>
          <ContactHeading />
          <ContactForm topics={contact.topics} onSent={setSentTo} />
        </>
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
      )}
    </ContactFrame>
  )
}

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
