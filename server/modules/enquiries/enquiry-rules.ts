import texts from '../../../build/content/messages.json' with { type: 'json' }
import type { Enquiry, EnquiryTopic } from '../../../contract/enquiries.ts'
import { enquiry_seconds_min } from '../../../contract/limits.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { composeMail, type ComposedMessage } from '../messages/index.ts'

export type NewEnquiry = {
  id: string
  name: string
  email: string
  practice: string
  topic: EnquiryTopic
  message: string
}

/**
 * Why something is not taken for a person's writing; null where nothing speaks against it. It is said openly: a person
 * whose browser filled in the field that nobody sees must not believe that they were heard.
 */
export function detectSpam({ website, seconds }: { website: string; seconds: number | null }) {
  if (website.trim() !== '') return 'looks-automatic'
  return seconds !== null && seconds < enquiry_seconds_min ? 'too-fast' : null
}

const topicNames: Record<EnquiryTopic, string> = {
  practice: 'using Candour in a practice',
  account: 'an account',
  privacy: 'data protection',
  accessibility: 'accessibility',
  other: 'something else',
}

/** The mail that tells of an enquiry: who wrote about what, where it is kept, and their words as they stand. */
export function enquiryMail(
  {
    name,
    email,
    practice,
    topic,
    message,
  }: Pick<Enquiry, 'name' | 'email' | 'practice' | 'topic' | 'message'>,
  address: string,
): ComposedMessage {
  const values = { name, email, practice: practice || 'not said', topic: topicNames[topic] }
  const { subject, text, html } = composeMail(texts.en.enquiry, {
    ...values,
    link: `${address}/admin/enquiries`,
  })
  const quoted = `<blockquote>${escapeHtml(message).replaceAll('\n', '<br>')}</blockquote>`
  return {
    subject,
    text: `${text}\n\n${message}\n`,
    html: html.replace('</body>', () => `${quoted}</body>`),
  }
}
