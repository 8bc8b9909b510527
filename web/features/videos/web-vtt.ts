import type { Cue } from './caption-cues.ts'
import { parseCueTime, webVttTime } from './caption-times.ts'

/** https://www.w3.org/TR/webvtt1/, as far as captions of ours need it. */

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const unescaped: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

/** A caption as a file holds it: an empty line would end it. */
const escapeCueText = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/[&<>]/g, (sign) => escaped[sign] ?? sign)

/** Without its marks; who speaks is said in words. */
const unescapeCueText = (text: string) =>
  text
    .replaceAll(/<v(?:\.[^\s>]*)?\s+([^>]*)>/g, '$1: ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, (sign) => unescaped[sign] ?? sign)
    .trim()

const blockOf = ({ start, end, text, settings }: Cue) =>
  `${webVttTime(start)} --> ${webVttTime(end)}${settings ? ` ${settings}` : ''}\n${escapeCueText(text)}\n`

/** Captions as a WebVTT file; no captions are no file. */
export const formatWebVtt = (cues: readonly Cue[]): string =>
  cues.length === 0 ? '' : ['WEBVTT\n', ...cues.map(blockOf)].join('\n')

/** What is wrong with a file of captions, and in which line, counted from 1. */
export type WebVttError = { line: number; fault: string }

const isWebVttError = (read: Cue | WebVttError | null): read is WebVttError =>
  read !== null && 'fault' in read

/** The captions of a WebVTT file, or the first line that is not as it should be. */
export function parseWebVtt(file: string): { cues: Cue[] } | WebVttError {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (!/^WEBVTT(\s|$)/.test(lines[0] ?? ''))
    return { line: 1, fault: 'The first line of a WebVTT file is WEBVTT' }
  const read = blocksOf(lines).map(parseBlock)
  return (
    read.find(isWebVttError) ?? {
      cues: read.filter((cue): cue is Cue => cue !== null && !isWebVttError(cue)),
    }
  )
}

type Block = { line: number; lines: string[] }

/** What stands between empty lines, after the header. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  const body = lines.indexOf('') < 0 ? lines.length : lines.indexOf('')
  for (const [index, text] of lines.entries()) {
    if (index < body) continue
    if (text.trim() === '') open = null
    else if (open) open.lines.push(text)
    else blocks.push((open = { line: index + 1, lines: [text] }))
  }
  return blocks
}

const isNoCaption = (first: string) => /^(NOTE|STYLE|REGION)(\s|$)/.test(first)

function parseBlock({ line, lines }: Block): Cue | WebVttError | null {
  if (isNoCaption(lines[0] ?? '')) return null
  const at = lines.findIndex((text) => text.includes('-->'))
  // A name may stand above the times, and nothing else.
  if (at < 0 || at > 1) return { line, fault: 'Times such as 00:00:01.000 --> 00:00:04.000 are missing here' }
  const [from = '', rest = ''] = (lines[at] ?? '').split('-->')
  const [to = '', ...settings] = rest.trim().split(/\s+/)
  const start = parseCueTime(from)
  const end = parseCueTime(to)
  const errorText = timeError(start, end) ?? textError(lines.slice(at + 1))
  if (errorText !== null || start === null || end === null) return { line: line + at, fault: errorText ?? '' }
  const text = unescapeCueText(lines.slice(at + 1).join('\n'))
  return { start, end, text, ...(settings.length > 0 && { settings: settings.join(' ') }) }
}

const timeError = (start: number | null, end: number | null): string | null => {
  if (start === null || end === null) return 'A time is written as 00:00:04.000'
  return end > start ? null : 'A caption must end after it begins'
}

const textError = (lines: readonly string[]): string | null =>
  unescapeCueText(lines.join('\n')) === '' ? 'This caption is empty' : null
