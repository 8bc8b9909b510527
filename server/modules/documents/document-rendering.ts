import { fileURLToPath } from 'node:url'
import type { EasyReadRendering, FrozenContent } from '../../../contract/consents.ts'
import { textOfHtml, detectLanguage } from '../../../contract/language-detection.ts'
import type { Reading } from '../../../contract/readings.ts'
import { momentFormat } from '../../platform/moment-format.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import { annotateLanguage } from './block-language.ts'
import { describeUnderstanding, type DocumentUnderstanding } from './document-understanding.ts'
import { describeMatters, type RecordedMatters } from './document-matters.ts'
import { describeEasyRead, easyReadAssets } from './document-easy-read.ts'
import { describeTranslation, type SectionInTranslation } from './document-translation.ts'
import { describeReading } from './document-reading.ts'
import { describeViewings, type DocumentViewing } from './document-viewings.ts'
import { describeCapacity, type CapacityRecord } from './document-capacity.ts'
import { describePictures, type IllustratedText } from './section-pictures.ts'
import { describeAuthority, type RecordedAuthority } from './document-authority.ts'
import { describeSupporters, type DocumentSupporter } from './document-supporters.ts'
import { drawStrokes, type SignatureStroke } from './signature-picture.ts'
import { drawToothChart } from './tooth-picture.ts'

/** Everything the record of one consent says, as it is to be read. */
export type ConsentDocument = {
  consentId: string
  title: string
  treatment: string
  diagnosis: string
  clinic: { name: string; address: string; phone: string; email?: string; logo?: Uint8Array; colour?: string }
  /** `born` is a calendar date, `1987-03-04`; `nhsNumber` is ten digits. */
  patient: { name: string; born: string; nhsNumber?: string }
  clinician: { name: string; role: string; gdcNumber?: string }
  teeth: readonly { fdi: string; palmer: string; name: string }[]
  /** The text the patient read, as sanitised HTML. */
  sections: readonly DocumentSection[]
  /** What stood beside it: drawings, and how often risks come. */
  pictures?: IllustratedText['pictures']
  ownPictures?: IllustratedText['ownPictures']
  risks: IllustratedText['risks']
  ownFigures?: IllustratedText['ownFigures']
  /** What the patient ticked, in the words shown. */
  statements: readonly string[]
  /** Treatments that the signer said no to, by name. */
  declined: readonly string[]
  /** The conversations before the signature, as the practice told of them. */
  discussions: readonly {
    on: Date
    mode: string
    byName: string
    note: string
    whatMatters: string
    understanding: string
  }[]
  /** What the patient asked before the signature, and what was answered; `about` is '' for the whole text. */
  questions: readonly {
    about: string
    entries: readonly {
      kind: 'asked' | 'added' | 'answered' | 'settled'
      text: string
      by: string
      mode: 'message' | 'call' | 'visit' | null
      why: 'have-answer' | 'not-needed' | null
      at: Date
    }[]
  }[]
  /** How the patient went through the questions of the form; absent where none were asked. */
  understanding?: DocumentUnderstanding
  /** What matters to the patient, the options and their leaning, and what was asked besides the treatment. */
  matters?: RecordedMatters
  /** How the text was read on the screen before the signature; null where that was not told. */
  reading: Reading | null
  /** The videos of the text and how they were watched; absent where it has none of ours. */
  viewings?: readonly DocumentViewing[]
  /** Whether the patient can decide this, as it was found, and what was decided for them. */
  capacity: readonly CapacityRecord[]
  /** Whom the patient let read along. */
  supporters?: readonly DocumentSupporter[]
  /** Who stood by, and what they say of it. */
  attestations: readonly {
    role: string
    name: string
    capacity: string
    statement: string
    at: Date
    /** Their own signature, where they gave one beside that of the consent. */
    mark?: AttestationSignature | undefined
  }[]
  /** Who may sign, as the practice decided it; absent where nobody had to. */
  authority?: RecordedAuthority | undefined
  signature: ConsentSignature
  /** How the signer was helped, in a sentence; empty where nobody needed help. */
  help?: string
  /** What led to the signature; `hash` is the event's own, which includes every event before it. */
  events: readonly { what: string; who: string; at: Date; ip: string; hash: string }[]
  /** SHA-256 in hexadecimal: of the frozen text, of the signature as it was given, and of the last event. */
  hashes: { content: string; signature: string; record: string }
  template: { name: string; version: string }
  /** Who stands behind the wording; unknown where it was frozen before that was asked. */
  wordingBy?: FrozenContent['wordingBy']
  /** How the signer was known, in a sentence: 'A personal link, opened with the date of birth.' */
  verification: string
  /** When it is drawn; the same record drawn for the same time gives the same bytes. */
  drawnAt: Date
}

/** One part of the text in English, as it stood beside that in the patient's language or form, and in Easy Read. */
export type DocumentSection = {
  title: string
  html: string
  beside?: SectionInTranslation
  easyRead?: EasyReadRendering
}
type AttestationSignature =
  { kind: 'drawn'; strokes: readonly SignatureStroke[] } | { kind: 'typed'; typed: string }

/** Who signed, as what (`Patient`, `Parent`), when, and the pen's strokes, the name typed, or the paper that bears it. */
export type ConsentSignature = { name: string; role: string; at: Date } & (
  | { kind: 'drawn'; strokes: readonly SignatureStroke[] }
  | { kind: 'typed'; typed: string }
  /** The patient cannot decide this: what was decided for them stands in its place. */
  | { kind: 'decided' }
  | {
      kind: 'paper'
      takenAt: Date
      takenBy: string
      files: readonly { type: string; pages: number; sha256: string }[]
      /** The files that are pictures, where they are drawn into the record. */
      pictures?: readonly Uint8Array[]
    }
)

const main = fileURLToPath(new URL('./consent-document.typ', import.meta.url))

/** The folder below which the document's files are read: give it to the typesetter as its workspace. */
export const documentWorkspace = fileURLToPath(new URL('..', import.meta.url))

/**
 * Draws the record of a consent as a tagged PDF, ready to be sealed.
 * @throws TypesettingError when it cannot be drawn
 */
export function renderConsentDocument(
  typesetter: Typesetter,
  document: ConsentDocument,
): Promise<Uint8Array> {
  const { signature, drawnAt } = document
  const assets = textAssets(document)
  if (signature.kind === 'drawn') assets['signature.svg'] = drawStrokes(signature.strokes)
  for (const [at, { mark }] of document.attestations.entries())
    if (mark?.kind === 'drawn') assets[`attested-${at}.svg`] = drawStrokes(mark.strokes)
  if (signature.kind === 'paper')
    for (const [at, picture] of (signature.pictures ?? []).entries()) assets[`paper-${at}`] = picture
  return typesetter.render({ main, data: describeConsent(document), assets, createdAt: drawnAt })
}

/** The text of a consent and whose it is: what stands on every paper made of it. */
export type ConsentText = Pick<
  ConsentDocument,
  | 'consentId'
  | 'title'
  | 'treatment'
  | 'diagnosis'
  | 'clinic'
  | 'patient'
  | 'clinician'
  | 'teeth'
  | 'sections'
  | 'pictures'
  | 'risks'
  | 'statements'
>

/** The pictures of a text, by the names under which the Typst file reads them. */
export function textAssets(text: ConsentText): Record<string, Uint8Array> {
  const assets: Record<string, Uint8Array> = {}
  const chart = drawToothChart(text.teeth.map((tooth) => tooth.fdi))
  if (chart) assets['teeth.svg'] = chart
  if (text.clinic.logo) assets['logo'] = text.clinic.logo
  Object.assign(assets, easyReadAssets(text.sections))
  return Object.assign(assets, ...text.sections.map((_, at) => describePictures(text, at).assets))
}

/** The text in what the Typst file prints: every date and number already in words, rich text as blocks. */
export function describeText(text: ConsentText) {
  const { clinic, patient } = text
  const whole = plainTextOf(text.sections)
  return {
    consentId: text.consentId,
    title: text.title,
    writing: detectLanguage(text.title, whole).lang,
    treatment: text.treatment,
    diagnosis: text.diagnosis,
    clinic: {
      name: clinic.name,
      lines: [joinLines(clinic.address), clinic.phone, clinic.email].filter(Boolean),
      hasLogo: clinic.logo !== undefined,
      colour: clinic.colour ?? null,
    },
    patient: {
      name: patient.name,
      born: dateFormats.calendar.format(new Date(`${patient.born}T00:00:00Z`)),
      nhsNumber: patient.nhsNumber?.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3') ?? null,
    },
    clinician: { ...text.clinician, gdcNumber: text.clinician.gdcNumber ?? null },
    teeth: text.teeth,
    sections: text.sections.map((section, at) => describeSection(section, describePictures(text, at), whole)),
    statements: text.statements.map((statement) => ({
      text: statement,
      writing: detectLanguage(statement).lang,
    })),
  }
}

/** What the Typst file prints of a signed record, every list already in words. */
export function describeConsent(document: ConsentDocument) {
  const { signature } = document
  return {
    ...describeText(document),
    declined: document.declined,
    discussions: document.discussions.map(describeDiscussion),
    questions: document.questions.map(({ about, entries }) => ({
      about,
      entries: entries.map(describeEntry),
    })),
    understanding: document.understanding
      ? describeUnderstanding(document.understanding, (at) => dateFormats.minute.format(at))
      : null,
    matters: document.matters
      ? describeMatters(document.matters, (at) => dateFormats.minute.format(at))
      : null,
    reading: document.reading && describeReading(document.reading),
    viewings: describeViewings(document.viewings ?? [], (at) => dateFormats.minute.format(at)),
    capacity: describeCapacity(document.capacity, dateFormats.minute),
    supporters: describeSupporters(document.supporters ?? [], dateFormats.minute),
    attestations: document.attestations.map(describeAttestation),
    authority: document.authority ? describeAuthority(document.authority, dateFormats.minute) : null,
    help: document.help ?? '',
    signature: {
      name: signature.name,
      role: signature.role,
      at: dateFormats.minute.format(signature.at),
      typed: signature.kind === 'typed' ? signature.typed : null,
      paper: signature.kind === 'paper' ? describeScannedPaper(signature) : null,
      isDecided: signature.kind === 'decided',
    },
    events: document.events.map(({ what, who, at, ip, hash }) => ({
      what,
      who,
      ip,
      code: hash.slice(0, event_hash_length),
      at: dateFormats.second.format(at),
    })),
    hashes: document.hashes,
    template: document.template,
    wording: document.wordingBy ? wordingApprovalText(document.wordingBy) : null,
    verification: document.verification,
    drawnAt: dateFormats.second.format(document.drawnAt),
  }
}

const describeAttestation = (
  { role, name, capacity, statement, at, mark }: ConsentDocument['attestations'][number],
  place: number,
) => ({
  role: attestationWords[role] ?? role,
  ...{ name, capacity, statement },
  at: dateFormats.minute.format(at),
  typed: mark?.kind === 'typed' ? mark.typed : null,
  drawn: mark?.kind === 'drawn' ? `/attested-${place}.svg` : null,
})

const attestationWords: Record<string, string> = { witness: 'Witness', interpreter: 'Interpreter' }
const modeWords: Record<string, string> = {
  'in-person': 'in person',
  phone: 'by phone',
  video: 'by video',
}
const understandingWords: Record<string, string> = {
  'explained-back': 'The patient explained it back in their own words',
  'questions-answered': 'The patient’s questions were answered',
  'not-yet': 'Not checked yet',
}

const describeDiscussion = ({
  on,
  mode,
  byName,
  note,
  whatMatters,
  understanding,
}: ConsentDocument['discussions'][number]) => ({
  ...{ note, whatMatters },
  when: dateFormats.minute.format(on),
  who: `${byName}, ${modeWords[mode] ?? mode}`,
  understanding: understandingWords[understanding] ?? understanding,
})

const answerWords = {
  message: 'Answered in writing',
  call: 'Answered by phone',
  visit: 'Answered in person',
} as const
const discussionOutcomeWords = {
  'have-answer': 'The patient has their answer',
  'not-needed': 'Answer no longer needed',
} as const

/** One entry of a thread: who wrote it when, and its words; what has none says itself what it is. */
function describeEntry({
  kind,
  text,
  by,
  mode,
  why,
  at,
}: ConsentDocument['questions'][number]['entries'][number]) {
  const what = mode
    ? `${answerWords[mode]} by ${by}`
    : why
      ? discussionOutcomeWords[why]
      : 'Question from the patient'
  return {
    what: kind === 'added' ? 'Follow-up question from the patient' : what,
    text,
    at: dateFormats.minute.format(at),
  }
}

const pageCountText = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`)

const fileTypeWords: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
}

const describeScannedPaper = ({
  takenAt,
  takenBy,
  files,
  pictures = [],
}: Extract<ConsentSignature, { kind: 'paper' }>) => ({
  takenAt: dateFormats.minute.format(takenAt),
  takenBy,
  pages: pageCountText(files.reduce((all, { pages }) => all + pages, 0)),
  files: files.map(({ type, pages, sha256 }) => ({
    sha256,
    what: `${fileTypeWords[type] ?? type}, ${pageCountText(pages)}`,
  })),
  pictures: pictures.map((_picture, at) => `/paper-${at}`),
})

function wordingApprovalText({ kind, name, gdcNumber, at }: NonNullable<FrozenContent['wordingBy']>): string {
  if (kind === 'own') return 'The practice’s own template'
  const registered = gdcNumber ? ` (GDC ${gdcNumber})` : ''
  const who = `${name}${registered} on ${dateFormats.day.format(new Date(at))}`
  return kind === 'adopted'
    ? `Adopted for the practice by ${who}`
    : `Read and confirmed for this patient by ${who}; not adopted by the practice`
}

/** One section with its rich text as blocks, and what is drawn under it. */
export const describeSection = (
  { title, html, beside, easyRead }: DocumentSection,
  { own, pictures, figures, ownFigures, depths }: ReturnType<typeof describePictures>,
  whole: string,
) => ({
  title,
  writing: detectLanguage(title, whole).lang,
  blocks: annotateLanguage(parseRichText(html), whole),
  beside: beside ? describeTranslation(beside) : null,
  easyRead: easyRead ? describeEasyRead(easyRead) : null,
  own,
  pictures,
  figures: figures.map((figure) => ({ ...figure, writing: detectLanguage(figure.label, whole).lang })),
  ownFigures,
  depths,
})

/** All words of a text, by which a few of them are known. */
export const plainTextOf = (sections: readonly { title: string; html: string }[]): string =>
  sections.map(({ title, html }) => `${title} ${textOfHtml(html)}`).join(' ')

/** As many digits of an event's hash as an eye can compare; the last one is printed whole. */
const event_hash_length = 16

const uk = { timeZone: 'Europe/London' } as const
const clock = { ...uk, timeZoneName: 'short' } as const
const day = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** UK time, always with its zone: GMT or BST. */
const dateFormats = {
  calendar: new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat('en-GB', { ...day, ...uk }),
  minute: momentFormat(clock),
  second: momentFormat({ ...clock, second: '2-digit' }),
}

function joinLines(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
}
