import { DomUtils, parseDocument } from 'htmlparser2'
import type { FrozenContent, PartWithdrawal } from '../../../contract/consents.ts'
import type { ToothNotation } from '../../../contract/teeth.ts'
import { momentFormat } from '../../platform/moment-format.ts'

/** What a note is made of: the text as it was frozen, and what became of it. */
export type NoteFacts = {
  consentId: string
  status: string
  content: FrozenContent
  contentHash: string
  /** When it was sent or, where it was not, talked through. */
  givenAt: Date
  /** When the patient agreed by word of mouth; null where they did not. */
  discussedAt: Date | null
  /** `declined` are the places of the treatments that the signer said no to. */
  signature: { name: string; signerRole: string; at: Date; declined: readonly number[] } | undefined
  countersignature: { name: string; gdcNumber: string; at: Date } | undefined
  /** Treatments that were taken back while others stand. */
  withdrawals: readonly PartWithdrawal[]
  reason: string | null
  timeZone: string
  notation: ToothNotation
}

const roleWords: Record<string, string> = {
  patient: 'patient',
  parent: 'parent or person with parental responsibility',
  attorney: 'attorney',
  deputy: 'deputy',
  guardian: 'welfare guardian',
}

/** Sections by what their titles say; templates of the library call them so. */
const isOptions = /option|alternative|no treatment|instead/i

const momentIn = (timeZone: string) => {
  const format = momentFormat({ timeZone })
  return (at: Date) => format.format(at)
}

/** One line of plain text, at most so long: a note is read between two patients. */
function truncateLine(text: string, length_max = 400): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= length_max ? line : `${line.slice(0, length_max).replace(/\s\S*$/, '')} …`
}

/** The words of rich text, its paragraphs and list items apart. */
const plainTextOf = (html: string): string =>
  DomUtils.textContent(parseDocument(html.replaceAll(/<[^>]*>/g, ' ')))

type ShownTooth = FrozenContent['teeth'][number]

/** A tooth as the practice writes it, the other codes behind: 'LR6 (46)'. */
const toothText: Record<ToothNotation, (tooth: ShownTooth) => string> = {
  fdi: ({ fdi, palmer }) => (palmer ? `${fdi} (${palmer})` : fdi),
  palmer: ({ fdi, palmer }) => (palmer ? `${palmer} (${fdi})` : fdi),
  names: ({ fdi, palmer, name }) => `${name} (${[palmer, fdi].filter(Boolean).join(', ')})`,
}

function discussionLines({ content }: NoteFacts): string[] {
  const options = content.sections.filter(({ title }) => isOptions.test(title))
  const risks = content.risks.map(({ label, serious }) => (serious ? `${label} (serious)` : label))
  const personal = (content.personalRisks ?? []).map(({ statement }) => statement)
  return [
    ...options.map(({ title, content: html }) => `${title}: ${truncateLine(plainTextOf(html))}`),
    ...(risks.length > 0 ? [`Risks discussed: ${risks.join('; ')}`] : []),
    ...(personal.length > 0 ? [`Risks personal to this patient: ${truncateLine(personal.join('; '))}`] : []),
  ]
}

function outcomeLines(facts: NoteFacts): string[] {
  const { status, signature, discussedAt, countersignature, reason, content } = facts
  const at = momentIn(facts.timeZone)
  const lines = discussedAt ? [`Agreed verbally, ${at(discussedAt)}`] : []
  if (signature) {
    lines.push(
      `Signed by ${signature.name} (${roleWords[signature.signerRole] ?? signature.signerRole}), ${at(signature.at)}`,
    )
    lines.push(`Confirmed: ${content.statements.join('; ')}`)
    const declined = signature.declined.map((place) => content.treatments?.[place]?.title ?? content.title)
    if (declined.length > 0) lines.push(`Declined: ${declined.join('; ')}`)
  } else if (!discussedAt) lines.push(`Not signed (${status})`)
  if (countersignature) {
    const { name, gdcNumber } = countersignature
    lines.push(`Countersigned by ${name} (GDC ${gdcNumber}), ${at(countersignature.at)}`)
  }
  for (const { places, at: since, reason } of facts.withdrawals) {
    const titles = places.map((place) => content.treatments?.[place]?.title ?? content.title)
    lines.push(
      `Withdrawn ${at(new Date(since))}: ${titles.join('; ')}${reason ? ` (${truncateLine(reason)})` : ''}`,
    )
  }
  if (['withdrawn', 'declined', 'voided'].includes(status))
    lines.push(`Consent ${status}${reason ? `: ${truncateLine(reason)}` : ''}`)
  return lines
}

/**
 * What to write about a consent in the practice system: plain lines, each of which stands for itself. It names who signed
 * and what was discussed, and by its hash the text itself.
 */
export function buildConsentNote(facts: NoteFacts): string {
  const { content, givenAt, contentHash, consentId, timeZone, notation } = facts
  const { title, teeth, diagnosis, clinician } = content
  const registered = clinician.gdcNumber ? ` (GDC ${clinician.gdcNumber})` : ''
  return [
    `CONSENT: ${title}`,
    `Information given ${momentIn(timeZone)(givenAt)} by ${clinician.name}${registered}`,
    ...(teeth.length > 0 ? [`Teeth: ${teeth.map(toothText[notation]).join(', ')}`] : []),
    ...(diagnosis ? [`Diagnosis: ${truncateLine(diagnosis)}`] : []),
    ...discussionLines(facts),
    ...outcomeLines(facts),
    `Record ${consentId}, text SHA-256 ${contentHash}`,
  ].join('\n')
}
