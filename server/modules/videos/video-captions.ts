/** What is wrong with captions, and in which line, counted from 1. */
export type CaptionError = { line: number; fault: string }

const time = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timingPattern = new RegExp(String.raw`^${time}[ \t]+-->[ \t]+${time}(?:[ \t]+(.*))?$`)
const settings =
  /^(?:(?:vertical:(?:rl|lr)|line:-?[\d.]+%?(?:,(?:start|center|end))?|position:[\d.]+%(?:,(?:line-left|center|line-right))?|size:[\d.]+%|align:(?:start|center|end|left|right)|region:\S+)(?:[ \t]+|$))*$/

const secondsOf = ([hours = '0', minutes, seconds, ms]: readonly (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1000

type Block = { line: number; lines: string[] }

/** The blocks between empty lines, each with the number of its first line. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') open = null
    else if (open) open.lines.push(text)
    else blocks.push((open = { line: index + 1, lines: [text] }))
  }
  return blocks
}

const isNonCueBlock = (first: string): boolean => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first)

type Cue = { from: number } | CaptionError

/** One cue: an optional name, when it shows, and what it says. */
function readCue({ line, lines }: Block, after: number): Cue {
  const at = lines[0]!.includes('-->') ? 0 : 1
  const text = lines[at]
  const where = line + at
  if (text === undefined || !text.includes('-->'))
    return { line, fault: 'A time is missing here, such as 00:01.000 --> 00:04.000.' }
  const found = timingPattern.exec(text.trim())
  if (!found) return { line: where, fault: 'The time cannot be read. Write it as 00:01.000 --> 00:04.000.' }
  const [from, to] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
  if (to <= from) return { line: where, fault: 'The end must come after the beginning.' }
  if (from < after) return { line: where, fault: 'This caption begins before the one above it.' }
  if (found[9] !== undefined && !settings.test(found[9]))
    return { line: where, fault: 'The text after the time is not a WebVTT setting.' }
  const cueText = lines.slice(at + 1)
  if (cueText.length === 0)
    return { line: where, fault: 'This caption is empty. Enter the text or remove the time.' }
  const arrow = cueText.findIndex((words) => words.includes('-->'))
  if (arrow >= 0) return { line: where + 1 + arrow, fault: 'Put an empty line before the next time.' }
  return { from }
}

/**
 * Why captions cannot be taken: WebVTT as browsers read it (https://www.w3.org/TR/webvtt1/), told by line; null where
 * they can. Empty text is no captions.
 */
export function findCaptionError(text: string): CaptionError | null {
  if (text.trim() === '') return null
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!)) return { line: 1, fault: 'The first line must be WEBVTT.' }
  if (text.includes('\0'))
    return {
      line: lines.findIndex((line) => line.includes('\0')) + 1,
      fault: 'A character cannot be printed.',
    }
  const [head, ...blocks] = blocksOf(lines)
  if (head!.lines.some((line) => line.includes('-->')))
    return { line: 2, fault: 'Put an empty line below WEBVTT.' }
  let after = 0
  let cues = 0
  for (const block of blocks.filter(({ lines: [first] }) => !isNonCueBlock(first!))) {
    const cue = readCue(block, after)
    if ('fault' in cue) return cue
    after = cue.from
    cues++
  }
  return cues > 0 ? null : { line: lines.length, fault: 'There are no captions. Begin with a time.' }
}
