import { DomUtils, parseDocument } from 'htmlparser2'
import type { PartWithdrawal } from '../../../contract/consents.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { ConsentDocument, consentTextOf } from '../documents/index.ts'

type NarrativeText = ReturnType<typeof consentTextOf>

/** Stored rich text as XHTML, which closes every tag. */
const xhtml = (html: string): string =>
  parseDocument(html)
    .children.map((node) => DomUtils.getOuterHTML(node, { xmlMode: true, decodeEntities: false }))
    .join('')

type Cell = string | undefined

const row = (label: string, ...cells: Cell[]): string => {
  const said = cells.filter(Boolean).map((cell) => escapeHtml(cell!))
  return said.length > 0 ? `<tr><th>${escapeHtml(label)}</th><td>${said.join(', ')}</td></tr>` : ''
}

const list = (items: readonly string[]): string =>
  items.length > 0 ? `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>` : ''

const heading = (text: string): string => `<h3>${escapeHtml(text)}</h3>`

function factRows({
  consentId,
  treatment,
  diagnosis,
  clinic,
  patient,
  clinician,
  teeth,
  template,
  wordingBy,
}: NarrativeText) {
  return [
    row('Consent', consentId),
    row('Treatment', treatment),
    row('Diagnosis', diagnosis),
    ...teeth.map(({ fdi, palmer, name }) => row('Tooth', fdi, palmer, name)),
    row('Patient', patient.name, patient.born, patient.nhsNumber),
    row('Clinician', clinician.name, clinician.role, clinician.gdcNumber && `GDC ${clinician.gdcNumber}`),
    row('Practice', clinic.name, clinic.address, clinic.phone, clinic.email),
    row('Wording', template.name, template.version),
    wordingBy
      ? row('Wording by', wordingBy.name, wordingBy.kind, wordingBy.gdcNumber ?? undefined, wordingBy.at)
      : '',
  ].join('')
}

type Risk = NarrativeText['risks'][number]

/** What stands behind a risk, as it was frozen. */
const basisText = ({
  certainty,
  citation,
  url,
  in100,
  per,
  within,
  searchedOn,
}: NonNullable<Risk['basis']>) =>
  [
    ...[`certainty ${certainty}`, citation, url],
    in100 && `${in100.join('-')} in 100 per ${per}`,
    within,
    searchedOn && `no published figure found on ${searchedOn}`,
  ]
    .filter(Boolean)
    .join(', ')

const riskText = ({ label, band, serious, source, figure, basis }: Risk) => {
  const people = figure
    ? `, ${figure.from}${figure.to > figure.from ? `-${figure.to}` : ''} in ${figure.of}`
    : ''
  return [`${label}${people}`, band, serious ? 'serious' : '', source, basis && basisText(basis)]
    .filter(Boolean)
    .join(' · ')
}

/** The same part as it stood beside the English. */
const translationText = (beside: NarrativeText['sections'][number]['beside']): string =>
  beside
    ? `<table>${row(beside.title, beside.language, beside.format, beside.status)}</table>${xhtml(beside.html)}`
    : ''

function signedPart({ signature, events, hashes, verification }: ConsentDocument): string {
  const { name, role, at, kind } = signature
  const typed = signature.kind === 'typed' ? signature.typed : undefined
  const scans = signature.kind === 'paper' ? signature.files.map(({ sha256 }) => sha256) : []
  const eventRows = events.map((event) =>
    row(event.at.toISOString(), event.what, event.who, event.ip, event.hash),
  )
  return [
    heading('Signature'),
    `<table>${row('Signed by', name, role)}${row('Signed', at.toISOString(), kind, typed)}`,
    `${row('How the signer was identified', verification)}${row('SHA-256 of the text', hashes.content)}`,
    row('SHA-256 of the scanned paper', ...scans),
    `${row('SHA-256 of the signature', hashes.signature)}${row('SHA-256 of the record', hashes.record)}</table>`,
    heading('Events before the signature'),
    `<table>${eventRows.join('')}</table>`,
  ].join('')
}

/** How the text was read on the screen, part by part in seconds, and the order in which the parts came. */
function readingPart({ parts, opened, seconds, visits }: NonNullable<ConsentDocument['reading']>): string {
  const each = parts.map((part) =>
    row(part.title, String(part.isOpened), String(part.seconds), String(part.listenedSeconds)),
  )
  const came = visits.map(({ firstAt, lastAt, order }) => row(firstAt, lastAt, order.join(', ')))
  const whole = row('Parts opened, total seconds', String(opened), String(seconds))
  return `${heading('How the form was read')}<table>${whole}${each.join('')}${came.join('')}</table>`
}

/** How each video of the text was watched, or that its transcript was read instead. */
function viewingsPart(viewings: NonNullable<ConsentDocument['viewings']>): string {
  const each = viewings.map(({ partTitle, standing, seenSeconds, lengthSeconds, readInstead }) =>
    row(
      partTitle,
      standing,
      `${seenSeconds} of ${lengthSeconds ?? 'unknown'} seconds seen`,
      readInstead ? `Transcript read instead: ${readInstead.reason}, ${readInstead.at}` : undefined,
    ),
  )
  return each.length > 0 ? `${heading('How the video was watched')}<table>${each.join('')}</table>` : ''
}

/** What the patient was asked about the text, what they answered and what was talked through. */
function understandingPart({
  questions,
  said,
  explained,
  isDone,
}: NonNullable<ConsentDocument['understanding']>) {
  const asked = questions.flatMap(({ question, answers, standing, attempts, talkWantedAt }) => [
    row(question, ...answers.map(({ text, right }) => (right ? `${text} (right)` : text)), standing),
    ...attempts.map(({ answer, isRight, at }) =>
      row(at.toISOString(), answer, isRight ? 'right' : 'not right'),
    ),
    ...talkWantedAt.map((at) => row(at.toISOString(), 'talk')),
  ])
  const told = said.map(({ what, text, at }) => row(at.toISOString(), what, text))
  const through = explained.map(({ text, by, at }) => row(at.toISOString(), by, text))
  const end = row('Completed', isDone ? 'to the end' : 'not to the end')
  return `${heading('Understanding')}<table>${[...asked, ...told, ...through, end].join('')}</table>`
}

/** What matters to the patient, how they weighed the options, and what they said to what was asked besides. */
function mattersPart(matters: NonNullable<ConsentDocument['matters']>): string {
  const { told, isNothing, options, recommendedWhy, additional } = matters
  const rows = [
    ...told.flatMap(({ prompt, text, at, answer }) => [
      row(prompt, text, at.toISOString()),
      answer
        ? row(answer.at.toISOString(), answer.mode, answer.by, answer.on?.toISOString(), answer.text)
        : '',
    ]),
    isNothing ? row('What matters', 'nothing special') : '',
    ...options.map(({ title, isChosen, isRecommended, leanedAt, notSuitable }) =>
      row(
        title,
        isChosen ? 'what this is about' : 'not what this is about',
        isRecommended ? 'recommended' : undefined,
        leanedAt ? `leant to ${leanedAt.toISOString()}` : undefined,
        notSuitable,
      ),
    ),
    row('Recommended because', recommendedWhy),
    ...additional.map(({ question, answer, at, how, by }) =>
      row(question, answer ?? 'not answered', at?.toISOString(), how === 'screen' ? undefined : how, by),
    ),
  ].join('')
  return rows === ''
    ? ''
    : `${heading('What matters to the patient, and their choice')}<table>${rows}</table>`
}

/** A form about the patient's capacity, or what was decided for them, as it was filled in. */
function capacityPart({
  title,
  law,
  result,
  about,
  again,
  at,
  place,
  by,
  sections,
  hash,
}: ConsentDocument['capacity'][number]): string {
  const lines = sections.flatMap((section) =>
    section.lines.map(({ ask, answer, note }) => row(ask, answer, note)),
  )
  const facts = [
    row('Result', result),
    row(at.toISOString(), place, by),
    row('The decision in question', about),
    row('Reason for reassessment', again),
    row('Law', law),
    ...lines,
    row('SHA-256 of the form', hash),
  ]
  return `${heading(title)}<table>${facts.join('')}</table>`
}

/** What went before the signature: the conversations, what was asked and answered, and who stood by. */
function disclosurePart(told: ConsentDocument): string {
  const {
    declined,
    discussions,
    questions,
    capacity,
    attestations,
    authority,
    help,
    reading,
    supporters = [],
  } = told
  const { understanding, matters } = told
  const conversations = discussions.map(({ on, mode, byName, note, whatMatters, understanding }) =>
    row(on.toISOString(), mode, byName, note, whatMatters, understanding),
  )
  const asked = questions.flatMap(({ about, entries }) =>
    entries.map(({ kind, text, by, mode, why, at }) =>
      row(at.toISOString(), about, kind, by, mode ?? undefined, why ?? undefined, text),
    ),
  )
  const readers = supporters.map(({ name, relation, invitedAt, openedAt, removedAt }) =>
    row(
      invitedAt.toISOString(),
      name,
      relation,
      ...openedAt.map((at) => at.toISOString()),
      removedAt?.toISOString(),
    ),
  )
  const forms = capacity.map((form) => capacityPart(form))
  const witnesses = attestations.map(({ role, name, capacity, statement, at }) =>
    row(at.toISOString(), role, name, capacity, statement),
  )
  return [
    declined.length > 0 ? heading('Declined') + list(declined) : '',
    conversations.length > 0 ? `${heading('Conversations')}<table>${conversations.join('')}</table>` : '',
    asked.length > 0 ? `${heading('Questions and answers')}<table>${asked.join('')}</table>` : '',
    understanding ? understandingPart(understanding) : '',
    matters ? mattersPart(matters) : '',
    reading ? readingPart(reading) : '',
    readers.length > 0 ? `${heading('Supporters')}<table>${readers.join('')}</table>` : '',
    viewingsPart(told.viewings ?? []),
    authority
      ? heading('Authority to sign') +
        `<table>${row(authority.at.toISOString(), authority.by, authority.title, authority.person, authority.why, authority.seen, authority.reason, authority.sources.join('; '))}</table>`
      : '',
    help ? heading('Help with signing') + list([help]) : '',
    ...forms,
    witnesses.length > 0
      ? `${heading('Witnesses and interpreters')}<table>${witnesses.join('')}</table>`
      : '',
  ].join('')
}

/** Treatments that were taken back since, while others stand. */
type WithdrawnTreatments = Pick<PartWithdrawal, 'at' | 'by' | 'reason'> & { titles: readonly string[] }

const withdrawnPart = (withdrawn: readonly WithdrawnTreatments[]): string =>
  withdrawn.length === 0
    ? ''
    : heading('Withdrawn since') +
      `<table>${withdrawn.map(({ at, titles, by, reason }) => row(at, titles.join('; '), by, reason)).join('')}</table>`

/** Everything the sealed document says, for people to read: the text as it was shown, and once it is signed its proof. */
export function buildNarrative(
  shown: NarrativeText,
  record: ConsentDocument | null,
  withdrawn: readonly WithdrawnTreatments[] = [],
): string {
  return [
    '<div xmlns="http://www.w3.org/1999/xhtml">',
    `<h2>${escapeHtml(shown.title)}</h2><table>${factRows(shown)}</table>`,
    ...shown.sections.map(
      ({ title, html, beside }) => heading(title) + xhtml(html) + translationText(beside),
    ),
    shown.risks.length > 0 ? heading('Risks') + list(shown.risks.map((risk) => riskText(risk))) : '',
    list(
      (shown.pictures ?? []).flatMap(({ title, alt, beside }) => [
        `${title}: ${alt}`,
        ...(beside ? [`${beside.language}: ${beside.title}: ${beside.alt}`] : []),
      ]),
    ),
    heading('Statements') + list(shown.statements),
    record ? disclosurePart(record) + signedPart(record) : '',
    withdrawnPart(withdrawn),
    '</div>',
  ].join('')
}
