import { z } from 'zod'
import { emailField, invalidEmail } from './identity.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  nameText,
  notFound,
  operation,
  optionalText,
  paging,
  paginated,
  text,
} from './kit.ts'
import { enquiry_length_max } from './limits.ts'

/** What somebody asks the platform about through the contact page. */
const enquiryTopics = ['practice', 'account', 'privacy', 'accessibility', 'other'] as const
export type EnquiryTopic = (typeof enquiryTopics)[number]

/** What became of the mail that tells of it; the enquiry itself is kept whatever became of that. */
const enquiryDeliveryStates = ['queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const

const Enquiry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  practice: z.string(),
  topic: z.enum(enquiryTopics),
  message: z.string(),
  receivedAt: instant,
  delivery: z.enum(enquiryDeliveryStates),
  /** When a super administrator said that it was answered, and who; null while it is open. */
  answeredAt: instant.nullable(),
  answeredBy: z.string().nullable(),
})
export type Enquiry = z.infer<typeof Enquiry>

const oneEnquiry = { enquiryId: id }
const missing = { 'not-found': notFound('Enquiry') }

export const enquiries = {
  send: operation({
    method: 'POST',
    path: '/api/enquiries',
    summary: 'Write to whoever runs the platform',
    access: 'anyone',
    audit: { done: 'enquiry.sent', refused: 'enquiry.refused' },
    rate: { attempts: 10, seconds: 3600 },
    captcha: true,
    input: z.object({
      /** Made by the page for what was written: sent twice, it is one enquiry. */
      key: id,
      name: nameText(120),
      email: emailField,
      practice: optionalText(160),
      topic: z.enum(enquiryTopics),
      message: text(enquiry_length_max),
      /** A field that people do not see, so whoever fills it in is a program. */
      website: z.string().max(500).default(''),
      /** Since the page was opened; null where it runs no script, and so cannot tell. */
      seconds: z.number().min(0).max(10_000_000).nullable(),
    }),
    output: z.object({ sent: z.literal(true) }),
    refusals: {
      ...invalidEmail,
      'too-fast': aborted('Please wait a few seconds and send it again.'),
      'looks-automatic': invalidArgument('This looks like an automated message. Please e-mail us instead.'),
      'too-many-enquiries': {
        code: 'resource-exhausted',
        message: 'We have received too many messages today. Please e-mail us instead.',
      },
    },
    example: {
      key: '0199f5a0-0000-7000-8000-000000000001',
      name: 'Amara Okafor',
      email: 'amara@example.org',
      practice: 'Bay View Dental',
      topic: 'practice',
      message: 'We are four dentists. Could we see it with our own templates?',
      seconds: 40,
    },
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/enquiries',
    summary: 'What was written to the platform, newest first',
    access: 'admin',
    audit: null,
    input: z.object({ view: z.enum(['open', 'answered']).default('open'), ...paging }),
    output: paginated(Enquiry),
    example: {},
  }),
  markAnswered: operation({
    method: 'POST',
    path: '/api/admin/enquiries/{enquiryId}/answered',
    summary: 'Say that an enquiry was answered, or that it was not',
    access: 'admin',
    audit: { done: 'enquiry.marked', refused: 'enquiry.refused' },
    input: z.object({ ...oneEnquiry, isAnswered: z.boolean() }),
    output: Enquiry,
    refusals: missing,
    example: { enquiryId: ':enquiryId', isAnswered: true },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/api/admin/enquiries/{enquiryId}',
    summary: 'Delete an enquiry before its time is over',
    access: 'admin',
    audit: { done: 'enquiry.deleted', refused: 'enquiry.refused' },
    input: z.object(oneEnquiry),
    output: z.object({ deleted: z.literal(true) }),
    refusals: missing,
    example: { enquiryId: ':enquiryId' },
  }),
}
