import texts from '../../../build/content/messages.json' with { type: 'json' }
import { escapeHtml } from '../../platform/escape-html.ts'
import type { MailFate } from '../../platform/mail/mail-fault.ts'

export const messageKinds = ['consent-link', 'new-link', 'signed-copy'] as const
export type MessageKind = (typeof messageKinds)[number]

/** What the texts are filled with; an empty greeting name greets nobody by name. */
export type MessageValues = {
  practiceName: string
  practicePhone: string
  link: string
  expires: string
  greetingName: string
}
export type Composed = { subject: string; text: string; html: string }

/** A value stays on its line: a line break in a practice's name must not begin a header or a paragraph. */
const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

function fill(template: string, values: MessageValues): string {
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name as keyof MessageValues] as string | undefined
    if (value === undefined) throw new Error(`The message text names ${name}, which has no value`)
    return oneLine(value)
  })
  return filled.replaceAll(/ +$/gm, '')
}

/** The text as HTML: its paragraphs and lines, and the link as the only anchor. */
function htmlOf(text: string, link: string): string {
  const shown = escapeHtml(link)
  const paragraphs = escapeHtml(text)
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p>${paragraph.replaceAll('\n', '<br>').replaceAll(shown, `<a href="${shown}">${shown}</a>`)}</p>`,
    )
  return `<!doctype html><html lang="en"><body>${paragraphs.join('')}</body></html>`
}

/** A message in words: subject, plain text, and the same text as HTML. */
export function messageText(kind: MessageKind, values: MessageValues): Composed {
  const { subject, text } = texts.en[kind]
  const filled = fill(text, values)
  return { subject: fill(subject, values), text: filled, html: htmlOf(filled, oneLine(values.link)) }
}

/**
 * How long an unreachable mail server is tried. Shorter than all the tries of a job take together, so that the last
 * one still says that the message failed.
 */
export const give_up_minutes = 10

export type AfterFault = { status: 'failed' | 'queued' | 'unconfirmed'; failure: string | null }

/** What becomes of a message that was not accepted, `minutes` after it was queued. Failures name no address. */
export function afterFault(fate: MailFate, minutes: number): AfterFault {
  if (fate === 'refused')
    return { status: 'failed', failure: 'The mail server refused the message or the address' }
  if (fate === 'unknown') return { status: 'unconfirmed', failure: 'The connection was lost while sending' }
  if (minutes < give_up_minutes) return { status: 'queued', failure: null }
  return { status: 'failed', failure: 'The mail server could not be reached' }
}
