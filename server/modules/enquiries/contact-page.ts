import contact from '../../../build/content/page.contact.json' with { type: 'json' }
import { contract } from '../../../contract/index.ts'
import type { PageForm } from '../../platform/http/page-forms.ts'
import { sha256 } from '../audit/index.ts'

/** The same words are the same enquiry, also where somebody loads the page again or presses twice. */
function idempotencyKeyOf(written: object): string {
  const digits = sha256(JSON.stringify(written))
  // A UUID of version 8, whose rest is ours to fill.
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** The contact form as it is posted without a script. */
export const contactPage: PageForm = {
  page: '/contact',
  donePage: '/contact/sent',
  operation: contract.enquiries.send['~orpc'].route.path as '/api/enquiries',
  required: ['name', 'email', 'topic', 'message'],
  preservedFields: ['name', 'email', 'practice', 'topic', 'message'],
  buildInput({ name = '', email = '', practice = '', topic = '', message = '', website = '' }) {
    const written = { name, email, practice, topic, message }
    return { key: idempotencyKeyOf(written), ...written, website, seconds: null }
  },
  controlByField: {
    ...{ name: 'name', email: 'email', practice: 'practice', topic: 'topic', message: 'message' },
    'invalid-email': 'email',
  },
  messageByReason: { 'captcha-failed': contact.unsent.unscripted },
}
