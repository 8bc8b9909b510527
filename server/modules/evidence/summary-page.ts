import { fileURLToPath } from 'node:url'
import type { Bytes } from '../../../verification/bytes.ts'
import { bundlePaths } from '../../../verification/bundle-format.ts'
import { momentFormat } from '../../platform/moment-format.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import { questionsFrom } from '../questions/index.ts'
import type { SignatureRow } from '../signing/index.ts'
import { elapsedText, summariseConsent, type SummarySource } from './consent-summary.ts'

const main = fileURLToPath(new URL('./summary-page.typ', import.meta.url))

/** So much stands on one page; the record holds the rest. */
const page_limits = { events: 18, questions: 4, words: 150 }

type SummaryRecord = Omit<SummarySource, 'signature'> & {
  contentHash: string
  signature: SignatureRow | undefined
  countersignature: { name: string; gdcNumber: string; at: Date } | undefined
}

const formats = {
  moment: momentFormat({ timeZone: 'Europe/London' }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
const momentText = (at: Date | string): string => formats.moment.format(new Date(at))
const dayText = (day: string): string => formats.day.format(new Date(`${day}T00:00:00Z`))

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > page_limits.words ? `${line.slice(0, page_limits.words - 1)}…` : line
}

const signedHow: Record<SignatureRow['mark']['kind'], string> = {
  drawn: 'drawn by hand on a screen',
  typed: 'typed name',
  paper: 'by hand on paper, scans included',
  decided: 'decided for the patient, who could not make this decision',
}
const identityProof: Record<SignatureRow['mark']['kind'], string> = {
  drawn: 'A personal link, opened with the patient’s date of birth',
  typed: 'A personal link, opened with the patient’s date of birth',
  paper: 'By practice staff, who recorded the signed paper',
  decided: 'The clinician who recorded the decision was signed in',
}

type Fact = { label: string; value: string }

function factsOf(record: SummaryRecord): Fact[] {
  const { content, signature, countersignature } = record
  const { reading, understanding, questions } = summariseConsent(record)
  const { patient, clinician, clinic, teeth } = content
  const byKey = {
    Patient: `${patient.name}, born ${dayText(patient.dateOfBirth)}`,
    Treatment: [content.title, teeth.map(({ fdi }) => fdi).join(', ')].filter(Boolean).join(', tooth '),
    Clinician: clinician.gdcNumber ? `${clinician.name}, GDC ${clinician.gdcNumber}` : clinician.name,
    Practice: [clinic.name, clinic.address.replaceAll(/\s*\n\s*/g, ', ')].filter(Boolean).join(', '),
    Signed: signature
      ? `${signature.name}, ${momentText(signature.at)}, ${signedHow[signature.mark.kind]}`
      : 'Not signed',
    Countersigned: countersignature
      ? `${countersignature.name}, GDC ${countersignature.gdcNumber}, ${momentText(countersignature.at)}`
      : 'Not countersigned',
    'Identity check': signature ? identityProof[signature.mark.kind] : '',
    Reading: reading
      ? `${elapsedText(reading.seconds)} on screen, ${reading.opened} of ${reading.parts} parts`
      : 'No reading data',
    'Understanding questions': understanding
      ? `${understanding.answered} of ${understanding.questions} answered, ${understanding.right} correct`
      : '',
    'Patient’s questions': `${questions.asked} asked, ${questions.open} unanswered`,
  }
  return Object.entries(byKey).flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** Who asked what and was answered what, the first ones in full. */
function askedOf({ beside }: SummaryRecord): string[] {
  const threads = questionsFrom(beside.questions).map(({ entries }) =>
    entries
      .map(
        ({ text, by, at }) => `${by || 'Patient'}, ${momentText(at)}: ${text ? `“${shorten(text)}”` : '-'}`,
      )
      .slice(0, 2)
      .join(' '),
  )
  const more = threads.length - page_limits.questions
  return more > 0
    ? [...threads.slice(0, page_limits.questions), `${more} more in ${bundlePaths.beside('questions')}`]
    : threads
}

function timelineOf(record: SummaryRecord) {
  const { timeline } = summariseConsent(record)
  const lines = timeline.map(({ at, what, who, note }) => ({
    at: momentText(at),
    what: [shorten(what), note, who].filter(Boolean).join(', '),
  }))
  const folded = lines.length - page_limits.events
  if (folded <= 0) return lines
  const half = page_limits.events / 2
  const between = { at: '', what: `${folded} more in ${bundlePaths.events}` }
  return [...lines.slice(0, half), between, ...lines.slice(-half)]
}

/** What the page says: parties, dates, durations, what is unusual, and how to check it all. */
function describeSummary(record: SummaryRecord) {
  const { content, contentHash, events } = record
  const { concerns } = summariseConsent(record)
  return {
    title: 'Evidence summary',
    practice: content.clinic.name,
    lead: `A one-page summary of this consent. Times are UK time. The full record is in the other files.`,
    facts: factsOf(record),
    concerns: concerns.map(({ title, text }) => `${title}: ${shorten(text)}`),
    timeline: timelineOf(record),
    questions: askedOf(record),
    checks: [
      `Open ${bundlePaths.verifier} in any browser and choose this ZIP file. The page works offline.`,
      'Each PDF in the folder “documents” is sealed: Adobe Reader and other PDF programs show any change.',
      `SHA-256 of the signed text: ${contentHash}`,
      `SHA-256 of the last of ${events.length} chained events: ${events.at(-1)!.hash}`,
    ],
  }
}

/** Draws the first page of the evidence; the same record gives the same page. */
export const drawSummaryPage = async (typesetter: Typesetter, record: SummaryRecord): Promise<Bytes> =>
  Uint8Array.from(
    await typesetter.render({
      main,
      data: describeSummary(record),
      createdAt: record.events.at(-1)!.at,
    }),
  )
