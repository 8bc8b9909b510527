import texts from '../../../build/content/messages.json' with { type: 'json' }
import { escapeHtml } from '../../platform/escape-html.ts'
import type { DeliveryOutcome } from '../../platform/delivery-error.ts'

export const messageKinds = [
  'consent-link',
  'new-link',
  'question-answered',
  'link-code',
  'question-notice',
  'supporter-link',
  'signed-copy',
  'invitation',
  'patient-home',
  'template-review',
  'data-request-due',
  'review-due',
  'webhook-disabled',
  'write-back-failed',
  'reminder',
  'aftercare',
  'survey',
  'worry',
  'access-ended',
  'access-restored',
  'owner-changed',
  'emergency-access',
  'file-blocked',
  'group-invitation',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** What the texts are filled with; an empty greeting name greets nobody by name. */
export type MessageValues = {
  practiceName: string
  practicePhone: string
  link: string
  expires: string
  greetingName: string
}
/** To the practice's own people: its link lasts, and they know whom to ask. */
type StaffValues = Omit<MessageValues, 'practicePhone' | 'expires'>
type StaffKind =
  | 'template-review'
  | 'data-request-due'
  | 'review-due'
  | 'webhook-disabled'
  | 'write-back-failed'
  | 'question-notice'
  | 'worry'
  | 'emergency-access'
  | 'file-blocked'
  | 'group-invitation'
type ValuesOf<K extends MessageKind> = K extends 'group-invitation'
  ? StaffValues & { groupName: string }
  : K extends StaffKind
    ? StaffValues
    : MessageValues
/** To a practice's administrators about its account; who has a question writes to whoever runs the platform. */
type NoticeValues = { practiceName: string; supportEmail: string; greetingName: string }
type NoticeValuesOf = {
  'access-ended': NoticeValues & { standing: string }
  'access-restored': NoticeValues & { link: string }
  'owner-changed': NoticeValues & { ownerName: string }
}
export type ComposedMessage = { subject: string; text: string; html: string }

/** A value stays on its line: a line break in a practice's name must not begin a header or a paragraph. */
const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** A text with its `{{placeholders}}` filled in, each on one line. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The message text names ${name}, which has no value`)
    return oneLine(value)
  })
  return filled.replaceAll(/ +$/gm, '')
}

/** In which language a mail is written, and which way that is read. */
export type Writing = { lang: string; dir: 'ltr' | 'rtl' }
const english: Writing = { lang: 'en', dir: 'ltr' }

/** The text as HTML: its paragraphs and lines, and the link, if there is one, as the only anchor. */
function htmlOf(text: string, link: string, { lang, dir }: Writing): string {
  const shown = escapeHtml(link)
  const linked = (part: string) => (link ? part.replaceAll(shown, `<a href="${shown}">${shown}</a>`) : part)
  const paragraphs = escapeHtml(text)
    .split('\n\n')
    .map((paragraph) => `<p>${linked(paragraph.replaceAll('\n', '<br>'))}</p>`)
  const direction = dir === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html><html lang="${lang}"${direction}><body>${paragraphs.join('')}</body></html>`
}

/** A mail in words: subject, plain text, and the same text as HTML. */
export function composeMail(
  { subject, text }: { subject: string; text: string },
  values: Readonly<Record<string, string>>,
  writing: Writing = english,
): ComposedMessage {
  const filled = fillTemplate(text, values)
  const html = htmlOf(filled, oneLine(values.link ?? ''), writing)
  return { subject: fillTemplate(subject, values), text: filled, html }
}

/** What a practice writes to its own people, and to who asked for their page; to patients see patient-message.ts. */
export const messageText = <K extends StaffKind | 'invitation' | 'patient-home'>(
  kind: K,
  values: ValuesOf<K>,
): ComposedMessage => composeMail(texts.en[kind], values)

/** What whoever runs the platform writes to a practice's administrators. */
export const composeNotice = <K extends keyof NoticeValuesOf>(
  kind: K,
  values: NoticeValuesOf[K],
): ComposedMessage => composeMail(texts.en[kind], values)

/**
 * How long an unreachable mail server is tried. Shorter than all the tries of a job take together, so that the last
 * one still says that the message failed.
 */
export const give_up_minutes = 10

export type DeliveryFailureStatus = { status: 'failed' | 'queued' | 'unconfirmed'; failure: string | null }

/**
 * What becomes of a message that `taker` did not accept, `minutes` after it was queued. Failures name no address.
 */
export function statusAfterDeliveryError(
  fate: DeliveryOutcome,
  minutes: number,
  provider = 'The mail server',
): DeliveryFailureStatus {
  if (fate === 'refused')
    return { status: 'failed', failure: `${provider} refused the message or the address` }
  if (fate === 'unknown') return { status: 'unconfirmed', failure: 'The connection was lost while sending' }
  if (minutes < give_up_minutes) return { status: 'queued', failure: null }
  return { status: 'failed', failure: `${provider} could not be reached` }
}
