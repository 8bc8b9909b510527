import contact from '../../../build/content/page.contact.json'
import { ContactFields, missingWords } from '../../features/enquiries/contact-fields.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary } from '../../ui/plain/error-summary.tsx'
import { ContactFrame, ContactHeading } from './contact-frame.tsx'

export const meta = () => unlistedMeta('/contact', contact.unsent)

/** All that can be wrong with it: the server keeps what is, and writes its own words in the place of these. */
const problems = [
  ...Object.entries({ ...missingWords, practice: 'Check the practice' }).map(([id, text]) => ({ id, text })),
  { text: 'Your message was not sent' },
]

/** The contact form as it comes back to whoever sent it without a script (server/platform/http/form-document.ts). */
export default function ContactUnsent() {
  return (
    <ContactFrame>
      <ContactHeading />
      <form method="post" action="/contact" noValidate>
        <ErrorSummary errors={problems} className="mb-6" />
        <ContactFields topics={contact.topics} problems={problems} />
        <Button type="submit" size="large" className="mt-7">
          Send
        </Button>
      </form>
    </ContactFrame>
  )
}
