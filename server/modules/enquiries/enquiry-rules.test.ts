import { expect, test } from 'vitest'
import { enquiryMail, detectSpam } from './enquiry-rules.ts'

test('a filled field that nobody sees, and a page sent at once, are taken for a program', () => {
  expect(detectSpam({ website: 'https://example.org', seconds: 60 })).toBe('looks-automatic')
  expect(detectSpam({ website: '', seconds: 2.9 })).toBe('too-fast')
  expect(detectSpam({ website: ' ', seconds: 3 })).toBeNull()
})

const enquiry = {
  name: 'Amara\r\nBcc: all@example.org',
  email: 'amara@example.org',
  practice: '',
  topic: 'practice',
  message: 'Two lines,\nand <b>no</b> tag.',
} as const

test('the mail says who wrote about what, and repeats their words', () => {
  const { subject, text, html } = enquiryMail(enquiry, 'https://candour.example')
  expect(subject).toBe('Enquiry about using Candour in a practice')
  expect(text).toContain('https://candour.example/admin/enquiries')
  expect(text).toContain('Amara Bcc: all@example.org')
  expect(text).toContain('Practice: not said')
  expect(text).toContain('Two lines,\nand <b>no</b> tag.')
  expect(html).toContain('Two lines,<br>and &lt;b&gt;no&lt;/b&gt; tag.')
  expect(html.endsWith('</body></html>')).toBe(true)
})
