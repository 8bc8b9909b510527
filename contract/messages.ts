import { z } from 'zod'
import { deliveryStates, messageChannels, messageStatuses, sendingChannels } from './delivery-states.ts'
import { aborted, id, instant, invalidArgument, operation, optionalText, text, webhookRoute } from './kit.ts'
import { languageTags } from './languages.ts'
import { bounce_bytes_max, message_subject_length_max, message_text_length_max } from './limits.ts'

/** The texts to patients that a practice may write itself. */
export const textKinds = [
  'consent-link',
  'reminder',
  'new-link',
  'question-answered',
  'signed-copy',
  'aftercare',
  'survey',
] as const
export type TextKind = (typeof textKinds)[number]

export const textLanguages = ['en', ...languageTags] as const

/** Names one text: what it is for, how it travels, in which language. */
const TextName = z.object({
  kind: z.enum(textKinds),
  channel: z.enum(sendingChannels),
  language: z.enum(textLanguages),
})

/** Why a text cannot be used, in the order in which these are looked for. */
export const messageTextErrors = [
  'no-such-text',
  'subject-missing',
  'link-missing',
  'link-in-subject',
  'unknown-placeholder',
  'foreign-link',
  'health-words',
  'too-long',
] as const

const MessageTextInput = z.object({
  /** Of a mail; a text to a phone has none. */
  subject: optionalText(message_subject_length_max),
  text: text(message_text_length_max),
})

const MessageTexts = z.array(
  TextName.extend({
    /** As shipped; in every language but English drafted by machine. */
    shipped: MessageTextInput,
    /** As the practice wrote it; null where it uses the one shipped. */
    own: MessageTextInput.extend({ at: instant, by: z.string() }).nullable(),
  }),
)

/** One thing that became of a message, oldest first. */
const DeliveryEventRow = z.object({ status: z.enum(messageStatuses), at: instant })

/** A message about a consent, with all that became of it. */
export const ConsentMessage = z.object({
  id,
  kind: z.string(),
  channel: z.enum(messageChannels),
  /** An address or a number; '' for a letter. */
  recipient: z.string(),
  state: z.enum(deliveryStates),
  /** Why it did not arrive, without an address in it. */
  failure: z.string().nullable(),
  createdAt: instant,
  openedAt: instant.nullable(),
  news: z.array(DeliveryEventRow),
})
export type ConsentMessage = z.infer<typeof ConsentMessage>

const example = {
  kind: 'consent-link',
  channel: 'email',
  language: 'en',
  subject: '{{practiceName}}: please read this',
  text: 'Hello {{greetingName}}\n\nPlease open this link:\n{{link}}\n\nIt works until {{expires}}.',
} as const

export const messages = {
  texts: operation({
    method: 'GET',
    path: '/api/clinic/message-texts',
    summary:
      'The texts to patients by kind, channel and language: as shipped, and as this practice wrote them',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: MessageTexts,
    example: {},
  }),
  checkText: operation({
    method: 'POST',
    path: '/api/clinic/message-texts/check',
    summary: 'What is wrong with a text, and how a patient would get it; nothing is kept',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: TextName.extend(MessageTextInput.shape).extend({ text: optionalText(message_text_length_max) }),
    output: z.object({
      /** The message of each is for people; `words` are those it is about. */
      faults: z.array(
        z.object({ reason: z.enum(messageTextErrors), message: z.string(), words: z.array(z.string()) }),
      ),
      preview: MessageTextInput.extend({ text: z.string() }),
      /** How many parts a text to a phone takes, and whether its letters are the few that fit 160 in one. */
      sms: z.object({ parts: z.int(), letters: z.int(), isPlain: z.boolean() }).nullable(),
    }),
    example,
  }),
  changeText: operation({
    method: 'PUT',
    path: '/api/clinic/message-texts',
    summary: 'Write a text to patients in the words of this practice; no word of it may tell of health',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'message.text_changed', refused: 'message.text_refused' },
    validatesOnlyChanges: true,
    input: TextName.extend(MessageTextInput.shape),
    output: MessageTexts,
    refusals: {
      'no-such-text': invalidArgument('There is no text message of this kind.'),
      'subject-missing': invalidArgument('Enter a subject.'),
      'link-missing': invalidArgument(
        'The text needs the link: enter the word link in double braces where it should appear.',
      ),
      'link-in-subject': invalidArgument('The link must not be in the subject.'),
      'unknown-placeholder': invalidArgument('These placeholders do not exist: {words}.'),
      'foreign-link': invalidArgument(
        'Remove other web addresses, so that patients learn to trust one link only.',
      ),
      'health-words': invalidArgument('Messages can be seen on a locked phone. Remove: {words}.'),
      'too-long': invalidArgument('This text is too long for a phone. Shorten it.'),
    },
    example,
  }),
  resetText: operation({
    method: 'POST',
    path: '/api/clinic/message-texts/reset',
    summary: 'Use the text as shipped again',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'message.text_reset' },
    input: TextName,
    output: MessageTexts,
    refusals: { 'not-changed': aborted('This is already the standard text.') },
    example: { kind: 'consent-link', channel: 'email', language: 'en' },
  }),
}

/** What mail servers and phone networks tell afterwards of a message. */
export const providerWebhooks = {
  mailNews: webhookRoute({
    path: '/api/provider/mail/bounces',
    summary:
      'What became of a mail: a delivery report as the mail server wrote it (RFC 3464), or { messageId, event } as JSON',
    audit: null,
    bodyBytesMax: bounce_bytes_max,
    refusals: {
      unreadable: invalidArgument('Send JSON with messageId and event: delivered, bounced or failed.'),
    },
    example: '{"messageId":"01990000-0000-7000-8000-000000000001","event":"bounced","eventId":"1"}',
  }),
  smsNews: webhookRoute({
    path: '/api/provider/sms/status',
    summary: 'What became of a text message, as Twilio tells it',
    audit: null,
    bodyBytesMax: 16 * 1024,
    example: 'MessageSid=SM0&MessageStatus=delivered',
  }),
}
