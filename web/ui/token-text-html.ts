import type { JSONContent } from '@tiptap/react'
import { tokensToElements } from './rich-text-html.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Plain text with tokens as the editor takes it in: a paragraph for each line. */
export const tokenTextHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${tokensToElements(line.replaceAll(/[&<>]/g, (sign) => escapes[sign]!))}</p>`)
    .join('')

/** What the editor holds as plain text, with each token by its name in braces. */
export const tokenTextOf = ({ content: lines = [] }: JSONContent): string =>
  lines.map(({ content = [] }) => content.map(inlineText).join('')).join('\n')

function inlineText({ type, text, attrs }: JSONContent): string {
  if (type === 'token') return `{{${String(attrs?.['name'])}}}`
  return type === 'hardBreak' ? '\n' : (text ?? '')
}
