import { escapeHtml } from '../../platform/escape-html.ts'
import type { ComposedMessage } from './message-rules.ts'

export type MessageHeader = { name: string; colour: string | null; codeWord: string; website: string }

/**
 * Puts the practice's name above a message in its own colour, with the code word by which its patients know that it is
 * real, and its website below, as words: the one link of a message is its own. No picture: many programs fetch none from outside before they are told to, and one that is fetched tells who has
 * opened what.
 */
export function withHeader(
  { subject, text, html }: ComposedMessage,
  { name, colour, codeWord, website }: MessageHeader,
): ComposedMessage {
  const words = codeWord ? `${name} · ${codeWord}` : name
  const paint = colour ? `border-bottom:3px solid ${colour};color:${colour};` : ''
  const hasHead = colour !== null || codeWord !== ''
  const head = hasHead
    ? `<p style="${paint}font-weight:600;padding:0 0 8px;margin:0 0 16px">${escapeHtml(words)}</p>`
    : ''
  const foot = website ? `<p>${escapeHtml(website)}</p>` : ''
  return {
    subject,
    text: [...(codeWord ? [words] : []), text.trimEnd(), ...(website ? [website] : [])].join('\n\n'),
    html: html.replace('<body>', () => `<body>${head}`).replace('</body>', () => `${foot}</body>`),
  }
}

/** Puts the code word before a text message, which has room for little more; what it holds is counted by the character. */
export const withCodeWord = <Message extends { text: string }>(
  message: Message,
  codeWord: string,
): Message => (codeWord ? { ...message, text: `${codeWord}: ${message.text}` } : message)
