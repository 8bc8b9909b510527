/** One caption: from when to when it stands below the picture, and what it says. */
export type Cue = {
  start: number
  end: number
  text: string
  /** Where WebVTT says it stands, as it was written. */
  settings?: string
}

/** Two lines of a caption as television writes them. */
const caption_length_max = 84
/** Each caption is given time to find it, as if it were longer by so many letters. */
const reading_lead_letters = 8
/** More letters in a second than most people read. */
const letters_per_second_max = 21

const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The sentences of a text; a new line ends one too. */
function sentencesOf(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' })
  return text
    .split(/\n+/)
    .flatMap((line) => [...segments.segment(line)].map(({ segment }) => collapseWhitespace(segment)))
    .filter((sentence) => sentence !== '')
}

/** A sentence in pieces that fit below a picture, of much the same length. */
function piecesOf(sentence: string): string[] {
  const count = Math.ceil(sentence.length / caption_length_max)
  if (count <= 1) return [sentence]
  const fair = sentence.length / count
  const pieces: string[] = []
  for (const word of sentence.split(' ')) {
    const last = pieces.at(-1)
    const fits = last !== undefined && last.length + word.length + 1 <= caption_length_max
    const isFull = last !== undefined && last.length >= fair && pieces.length < count
    if (fits && !isFull) pieces[pieces.length - 1] = `${last} ${word}`
    else pieces.push(word)
  }
  return pieces
}

/** A transcript as captions, each with the part of the video that its length deserves. */
export function cuesOfTranscript(transcript: string, seconds: number): Cue[] {
  const pieces = sentencesOf(transcript).flatMap(piecesOf)
  const weights = pieces.map((piece) => piece.length + reading_lead_letters)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  const moment = () => Math.round((passed / whole) * seconds * 1000) / 1000
  return pieces.map((text, index) => {
    const start = moment()
    passed += weights[index] ?? 0
    return { start, end: moment(), text }
  })
}

/** What is wrong with a caption, with the id of the field where it is put right. */
export type CueProblem = { id: string; text: string }

export const cueFieldId = (index: number, field: 'start' | 'end' | 'text') => `caption-${index}-${field}`

/** Everything that keeps captions from being saved. `seconds` is null while nobody knows how long the video is. */
export const cueProblems = (cues: readonly Cue[], seconds: number | null): CueProblem[] =>
  cues.flatMap((cue, index) => problemsOfCue(cue, index, cues[index - 1], seconds))

function problemsOfCue(
  cue: Cue,
  index: number,
  before: Cue | undefined,
  seconds: number | null,
): CueProblem[] {
  const named = `Caption ${index + 1}`
  const problems: CueProblem[] = []
  if (before && cue.start < before.end)
    problems.push({ id: cueFieldId(index, 'start'), text: `${named} begins before caption ${index} ends` })
  if (cue.end <= cue.start)
    problems.push({ id: cueFieldId(index, 'end'), text: `${named} must end after it begins` })
  // Browsers and servers read the length of a video a little differently.
  else if (seconds !== null && cue.end > seconds + 1)
    problems.push({ id: cueFieldId(index, 'end'), text: `${named} ends after the video does` })
  if (collapseWhitespace(cue.text) === '')
    problems.push({ id: cueFieldId(index, 'text'), text: `${named} is empty` })
  return problems
}

/** Whether a caption is gone before most people have read it. */
export const isTooShort = ({ start, end, text }: Cue): boolean =>
  end > start && collapseWhitespace(text).length / (end - start) > letters_per_second_max

/** A new caption after this one, in the time until the next. */
export function insertCueAfter(cues: readonly Cue[], index: number, seconds: number | null): Cue[] {
  const start = cues[index]?.end ?? 0
  const latest = cues[index + 1]?.start ?? seconds ?? start + 3
  const end = Math.max(Math.min(start + 3, latest), start)
  return cues.toSpliced(index + 1, 0, { start, end, text: '' })
}
