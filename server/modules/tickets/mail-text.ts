import { Parser } from 'htmlparser2'
import { ticket_text_length_max } from '../../../contract/limits.ts'
import { visibleText } from '../../../contract/visible-text.ts'

/** Stands above what we write in a mail that can be answered, so that the answer ends there. */
export const replyMarker = '##- Please write your answer above this line -##'

const read_characters_max = 200_000

const blockTags = new Set([
  'p',
  'div',
  'br',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
])
const ignoredTags = new Set(['style', 'script', 'head', 'title', 'template', 'noscript'])

/** The words of a page: a line for each block, and nothing of scripts, styles and addresses of links. */
export function htmlToText(html: string): string {
  let [text, hidden] = ['', 0]
  const parser = new Parser(
    {
      onopentagname(name) {
        if (ignoredTags.has(name)) hidden++
        else if (blockTags.has(name)) text += '\n'
      },
      ontext(words) {
        if (hidden === 0) text += words.replaceAll(/[^\S\u00A0]+/g, ' ')
      },
      onclosetag(name) {
        if (ignoredTags.has(name)) hidden = Math.max(0, hidden - 1)
        else if (blockTags.has(name) && name !== 'br') text += '\n'
      },
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, read_characters_max))
  return text
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Lines at which programs begin to repeat the mail that is answered. */
const quotePatterns = [
  /^\s*>?\s*##- Please write your answer above this line -##/m,
  /^On [^\n]{1,200}(?:\n[^\n]{1,200})?\bwrote:\s*$/m,
  /^\s*-{3,}\s?Original Message\s?-{3,}\s*$/im,
  /^_{20,}\s*$/m,
  /^From: [^\n]{1,300}\n(?:Sent|Date|To): /m,
]

/** What somebody wrote anew: without the mail that they answer, and without a signature behind its dashes. */
export function stripQuotedText(mail: string): string {
  const text = mail.slice(0, read_characters_max).replaceAll('\r\n', '\n')
  const ends = quotePatterns.map((beginning) => text.search(beginning)).filter((at) => at >= 0)
  const lines = text.slice(0, Math.min(text.length, ...ends)).split('\n')
  const signature = lines.indexOf('-- ')
  const own = (signature > 0 ? lines.slice(0, signature) : lines).filter((line) => !line.startsWith('>'))
  return own.join('\n').trim()
}

/** Without what cannot be read or turns the direction of what stands beside it, and not longer than a ticket takes. */
export const sanitiseText = (text: string, max = ticket_text_length_max): string =>
  visibleText(text)
    .replaceAll(/\p{Cs}|(?![\n\t])\p{Cc}/gu, '')
    .trim()
    .slice(0, max)
    .trim()
