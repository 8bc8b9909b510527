import contact from '../../../build/content/page.contact.json'
import { unlistedMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { ContactFrame } from './contact-frame.tsx'

const { sent } = contact

export const meta = () => unlistedMeta('/contact/sent', sent)

/** Where whoever wrote without a script is led: loaded again, it sends nothing again. */
export default function ContactSent() {
  return (
    <ContactFrame>
      <div className="rounded-xl bg-ok-soft p-8">
        <h1 tabIndex={-1} className="text-2xl text-ok">
          {sent.heading}
        </h1>
        <p className="mt-3 text-[1rem] leading-relaxed">{sent.plainText}</p>
        <ButtonLink href="/contact" reload variant="quiet" className="mt-6">
          {sent.again}
        </ButtonLink>
      </div>
    </ContactFrame>
  )
}
