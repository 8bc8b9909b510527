import type { ConsentConcern, RecordSummary } from '../../../contract/evidence.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import { plainText, splitWords } from '../../../wording/plain-text.ts'
import { describeEvent, signedNameIn, unaskedIn, type ChainEvent } from '../consents/index.ts'
import { describeRelatedEvent, type RecordFingerprints } from '../proofs/index.ts'
import { questionsFrom } from '../questions/index.ts'
import { readingSummary } from '../readings/index.ts'
import type { SignatureRow } from '../signing/index.ts'
import { checkStatusOf } from '../understanding/index.ts'

/** What a summary is made from: the record as it is stored. */
export type SummarySource = {
  content: FrozenContent
  events: readonly ChainEvent[]
  signature: Pick<SignatureRow, 'mark'> | undefined
  beside: RecordFingerprints
}

/** Faster than this nobody reads; adults read some 240 words in a minute. */
const reading_words_per_minute_max = 600

/** '14 s', '1 min 40 s', '3 h 5 min', '2 days': as exact as it matters. */
export function elapsedText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return days === 1 ? '1 day' : `${days} days`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  if (minutes === 0) return `${seconds} s`
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

/** What an event of the timeline is worth knowing besides its words: how long it took. */
function noteOf(
  { event, at }: ChainEvent,
  viewed: ChainEvent | undefined,
  reading: RecordSummary['reading'],
): string {
  if (event === 'consent.read' && reading) return `${elapsedText(reading.seconds)} on screen`
  if (event === 'consent.signed' && viewed)
    return `${elapsedText(secondsBetween(viewed.at, at))} after it was first opened`
  return ''
}

const wordCountOf = ({ sections }: FrozenContent): number =>
  sections.reduce((sum, { content }) => sum + splitWords(plainText(content)).length, 0)

type Measured = Pick<RecordSummary, 'reading' | 'understanding' | 'questions'> & {
  /** Something that was not clear, and nobody has talked through. */
  needsTalk: boolean
  isExplained: boolean
}

function readingConcerns({ content, signature }: SummarySource, { reading }: Measured): ConsentConcern[] {
  if (!reading || (signature?.mark.kind !== 'drawn' && signature?.mark.kind !== 'typed')) return []
  const { seconds, opened, parts } = reading
  const isQuick = seconds * reading_words_per_minute_max < wordCountOf(content) * 60
  return [
    ...(isQuick
      ? [
          {
            kind: 'read-quickly' as const,
            title: `Read for ${elapsedText(seconds)}`,
            text: `${opened} of ${countText(parts, 'part')} on screen for ${elapsedText(seconds)} in total: too quick to read the text.`,
          },
        ]
      : []),
    ...(opened < parts
      ? [
          {
            kind: 'parts-unopened' as const,
            title: 'Parts not opened',
            text: `${opened} of ${parts} parts were opened.`,
          },
        ]
      : []),
  ]
}

function understandingConcerns({ signature }: SummarySource, measured: Measured): ConsentConcern[] {
  const { understanding, needsTalk, isExplained } = measured
  if (!understanding) return []
  const { questions, answered } = understanding
  const isOnScreen = signature?.mark.kind === 'drawn' || signature?.mark.kind === 'typed'
  if (isOnScreen && answered < questions && !isExplained)
    return [
      {
        kind: 'check-unanswered',
        title: 'Questions not answered',
        text: `${answered} of ${countText(questions, 'question')} about the text ${answered === 1 ? 'was' : 'were'} answered.`,
      },
    ]
  return needsTalk
    ? [
        {
          kind: 'not-understood',
          title: 'Not clear to the patient',
          text: 'An answer was incorrect, or the patient prefers to talk about it.',
        },
      ]
    : []
}

function concernsOf(source: SummarySource, measured: Measured): ConsentConcern[] {
  const otherName = signedNameIn(source.events)
  const { open } = measured.questions
  return [
    ...(otherName
      ? [
          {
            kind: 'name-differs' as const,
            title: 'Signer’s name differs',
            text: `Signed as “${otherName.signedAs}”; the record says “${otherName.recordName}”.`,
          },
        ]
      : []),
    ...readingConcerns(source, measured),
    ...understandingConcerns(source, measured),
    ...(open > 0
      ? [
          {
            kind: 'question-open' as const,
            title: 'Unanswered question',
            text: `${countText(open, 'question')} from the patient ${open === 1 ? 'is' : 'are'} not answered yet.`,
          },
        ]
      : []),
  ]
}

function measure({ content, beside }: SummarySource): Measured {
  const reading = readingSummary(beside.readings, content.sections)
  const check = content.understanding
  const { standings, right, needsTalk, isExplained } = checkStatusOf(check, beside.understanding)
  const questions = questionsFrom(beside.questions)
  const unanswered = standings.filter((standing) => standing === 'open' || standing === 'again')
  return {
    reading: reading && { seconds: reading.seconds, opened: reading.opened, parts: reading.parts.length },
    understanding: check
      ? { questions: standings.length, answered: standings.length - unanswered.length, right }
      : null,
    questions: {
      asked: questions.length,
      open: questions.filter(({ state }) => state === 'open').length,
    },
    needsTalk,
    isExplained,
  }
}

/** The life of a consent in words, how long its steps took, and what a careful reader would ask about. */
export function summariseConsent(source: SummarySource): RecordSummary {
  const measured = measure(source)
  const { reading, understanding, questions } = measured
  const viewed = source.events.find(({ event }) => event === 'consent.viewed')
  return {
    timeline: source.events.map((event) => ({
      number: event.number,
      at: event.at.toISOString(),
      what: describeEvent(event, describeRelatedEvent),
      who: event.actor,
      note: noteOf(event, viewed, reading),
      unasked: unaskedIn(event.details),
    })),
    ...{ reading, understanding, questions },
    concerns: concernsOf(source, measured),
  }
}
