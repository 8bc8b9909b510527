import { escapeHtml } from '../../platform/escape-html.ts'
import type { PatientTables } from './record-archive-store.ts'

type Row = Record<string, unknown>
/** A copy of a stored file, as it is called in the pack. */
export type PackedFile = { name: string; title: string }

/** What a table is called for people; one that nobody named yet is called by its own name in words. */
const titles: Record<string, string> = {
  patients: 'Your details',
  patient_notes: 'Notes about you',
  history_entries: 'Your medical history',
  history_reviews: 'Reviews of your medical history',
  appointments: 'Appointments',
  day_list_numbers: 'Your numbers in the practice system, from imported day lists',
  day_list_rows: 'Your appointments, from imported day lists',
  external_patients: 'Your numbers in other programs of the practice',
  external_appointments: 'Your appointments’ numbers in other programs of the practice',
  held_patients: 'Details that another program sent and that did not match your record',
  consents: 'Consents',
  consent_items: 'Treatments of your consents',
  consent_pictures: 'Your X-rays and photographs',
  consent_events: 'What happened to each consent',
  consent_discussions: 'Conversations about your consents',
  question_entries: 'Your questions about your consents, and the answers',
  understanding_entries: 'Your answers to the questions about your treatments',
  matter_entries: 'What matters to you and your choices, with our answers',
  readings: 'How you read your consents on screen',
  viewings: 'How you watched the videos of your consents',
  authority_decisions: 'Decisions on who may sign your consents',
  capacity_assessments: 'Assessments of whether you could decide about a treatment',
  capacity_decisions: 'Decisions made for you',
  consent_attestations: 'Witnesses and interpreters',
  signatures: 'Your signatures',
  countersignatures: 'Countersignatures of clinicians',
  document_versions: 'Sealed documents',
  paper_scans: 'Scans of forms you signed on paper',
  paper_files: 'Files of these scans',
  foreign_records: 'Records from another system, not made or sealed by Candour',
  links: 'Links that were sent to you',
  link_codes: 'Codes that were sent to your phone',
  supporters: 'People you invited to read a consent',
  supporter_openings: 'When they opened it',
  patient_sessions: 'When a consent was opened with your date of birth',
  home_links: 'Links to your own page',
  home_sessions: 'When your own page was opened',
  messages: 'Messages',
  message_news: 'Delivery of each message',
  reminders: 'Reminders',
  consent_counts: 'How your consents are counted in the practice’s figures',
  tasks: 'Calls and letters about your consents',
  treatments_done: 'Treatments carried out',
  treatment_outcomes: 'Outcomes of your treatments',
  aftercare_steps: 'Messages after your treatments',
  aftercare_stops: 'When you stopped these messages',
  worries: 'Worries you reported after treatment',
  surveys: 'Your feedback on your treatments',
  webhook_deliveries: 'Notifications about your consents to other software',
  write_backs: 'Documents sent to the practice system',
  practice_system_patients: 'Your record in the practice system',
  practice_system_appointments: 'Your appointments in the practice system',
  practice_system_deliveries: 'What was written to the practice system',
  access_requests: 'Your requests about your data',
  data_request_steps: 'Actions taken',
  legal_holds: 'Holds on your record',
  record_files: 'Copies made of your record',
  emergency_accesses: 'Access to your consents by the platform’s administrators, with reasons',
  audit_rows: 'Who viewed or changed your record',
}
const inOrder = Object.keys(titles)

const words = (name: string): string => {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
const titleOf = (table: string): string => titles[table] ?? words(table)

/** Known tables first, in the order in which people look for them, the others by name. */
export function orderedTables(tables: PatientTables): [name: string, rows: Row[]][] {
  const placeOf = (name: string) => (inOrder.includes(name) ? inOrder.indexOf(name) : inOrder.length)
  return [...tables].toSorted(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other))
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16242b}' +
  'h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-top:1px solid #d5dee2;padding-top:1rem}' +
  'dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:1rem 0 1.5rem}' +
  'dt{color:#51646d}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0b5563}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`

/** A value in words: times as they are written, lists and what is nested as indented text. */
function valueText(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

const isTold = ([name, value]: [string, unknown]): boolean =>
  name !== 'clinic_id' && value !== null && value !== ''

const facts = (row: Row): string =>
  `<dl>${Object.entries(row)
    .filter(isTold)
    .map(([name, value]) => `<dt>${escapeHtml(words(name))}</dt><dd>${escapeHtml(valueText(value))}</dd>`)
    .join('')}</dl>`

/** All rows of one table to read. */
export const tablePage = (name: string, rows: readonly Row[]): string =>
  page(
    titleOf(name),
    `<p><a href="../index.html">Overview</a></p><h1>${escapeHtml(titleOf(name))}</h1>${rows.map(facts).join('<hr>')}`,
  )

type FrozenText = {
  title?: string
  sections?: { title: string; content: string }[]
  understanding?: { questions: { question: string; answers: { text: string; right: boolean }[] }[] }
}

const questionPart = ({ question, answers }: NonNullable<FrozenText['understanding']>['questions'][number]) =>
  `<h3>${escapeHtml(question)}</h3><ul>` +
  answers.map(({ text, right }) => `<li>${escapeHtml(text)}${right ? ' (right)' : ''}</li>`).join('') +
  '</ul>'

/** The questions that belonged to a text; empty where there were none. */
const questionsPart = ({ understanding }: FrozenText): string =>
  understanding
    ? `<h2>Questions you were asked</h2>${understanding.questions.map(questionPart).join('')}`
    : ''

/** The text of a consent exactly as it was frozen for the patient; empty for a draft, which nobody was shown. */
export function consentPage({ id, content }: Row): string | null {
  const frozen = (content ?? {}) as FrozenText
  const { title = '', sections } = frozen
  if (!sections) return null
  // The wording was cleaned when it was saved; the page's own policy lets no script run all the same.
  const body = sections.map((section) => `<h2>${escapeHtml(section.title)}</h2>${section.content}`).join('')
  const back = '<p><a href="../index.html">Overview</a></p>'
  return page(
    title,
    `${back}<h1>${escapeHtml(title)}</h1><p>Consent ${escapeHtml(String(id))}</p>${body}${questionsPart(frozen)}`,
  )
}

type IndexParts = {
  practice: string
  patient: string
  madeAt: string
  tables: [name: string, rows: Row[]][]
  consents: PackedFile[]
  documents: PackedFile[]
}

const listOf = (files: PackedFile[]): string =>
  `<ul>${files.map(({ name, title }) => `<li><a href="${escapeHtml(name)}">${escapeHtml(title)}</a></li>`).join('')}</ul>`

/** What the pack holds, with a way to each part. */
export function indexPage({ practice, patient, madeAt, tables, consents, documents }: IndexParts): string {
  const parts = tables.map(([name, rows]) => ({
    name: `pages/${name}.html`,
    title: `${titleOf(name)} (${rows.length})`,
  }))
  const some = (title: string, files: PackedFile[]) =>
    files.length > 0 ? `<h2>${title}</h2>${listOf(files)}` : ''
  return page(
    `Record of ${patient}`,
    `<h1>Everything ${escapeHtml(practice)} holds about ${escapeHtml(patient)}</h1><p>Created on ${escapeHtml(madeAt)}. ` +
      `The pages are for reading; the folder “data” has the same content for other software.</p>` +
      some('Your records', parts) +
      some('Your consent forms', consents) +
      some('Documents and pictures', documents),
  )
}
