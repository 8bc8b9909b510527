import { siteName, type ToothNotation } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { placeholderLabel } from '../templates/index.ts'

export type PreparedDay = Awaited<ReturnType<Api['appointments']['prepared']>>
export type PreparedConsent = PreparedDay['rows'][number]

/** What a consent of the day is for, in a line; empty where nothing is planned. */
export const preparedPurpose = (
  { treatments }: Pick<PreparedConsent, 'treatments'>,
  notation: ToothNotation,
): string =>
  treatments
    .map(({ title, teeth, area }) => [title, siteName(teeth, area, notation)].filter(Boolean).join(', '))
    .join('; ')

/** Whether somebody has to complete or send it still. */
export const isOpenDraft = ({ state }: Pick<PreparedConsent, 'state'>): boolean =>
  state === 'incomplete' || state === 'ready'

/** Whether it can be sent together with others: nothing is missing, a message reaches the patient, and no tooth is taken out. */
const isSendable = ({
  state,
  sendBy,
  takesTeethOut,
}: Pick<PreparedConsent, 'state' | 'sendBy' | 'takesTeethOut'>): boolean =>
  state === 'ready' && sendBy !== null && !takesTeethOut

/** Each consent once, by its first appointment: two of one course share it, or will once it is prepared. */
const onePerConsent = (rows: readonly PreparedConsent[]): PreparedConsent[] => {
  const known = new Set<string>()
  return rows.filter(({ consentId, preparedWith }) => {
    const isNew = consentId === null ? preparedWith === null : !known.has(consentId)
    if (consentId !== null) known.add(consentId)
    return isNew
  })
}

/** How many drafts preparing the day would make. */
export const countToPrepare = (rows: readonly PreparedConsent[]): number =>
  onePerConsent(rows).filter(({ state }) => state === 'to-prepare').length

/** The consents that can be sent together. */
export const sendableConsents = (rows: readonly PreparedConsent[]): PreparedConsent[] =>
  onePerConsent(rows).filter(isSendable)

/** How many drafts stand as they were prepared. */
export const countUntouched = (rows: readonly PreparedConsent[]): number =>
  onePerConsent(rows).filter(({ isUntouched }) => isUntouched).length

/** How a consent of the day stands, as its badge says it. */
export function preparedStatus({ state, gaps }: Pick<PreparedConsent, 'state' | 'gaps'>): {
  label: string
  tone: Tone
} {
  if (state === 'incomplete') return { label: `${gaps.length} missing`, tone: 'warn' }
  if (state === 'ready') return { label: 'Ready', tone: 'ok' }
  if (state === 'sent') return { label: 'Sent', tone: 'brand' }
  if (state === 'has-consent') return { label: 'Has consent', tone: 'ok' }
  return { label: state === 'skipped' ? 'No draft' : 'Not prepared', tone: 'neutral' }
}

/** What stands in the way of it, in words: why there is no draft, what a draft lacks, or why it is sent by itself. */
export function preparedRemark(row: PreparedConsent): string {
  const { state, skipReason, gaps, sendBy, takesTeethOut } = row
  if (state === 'skipped' || state === 'has-consent') return skipReason
  if (state === 'incomplete')
    return gaps
      .map(({ placeholder, text }) => (placeholder ? placeholderLabel(placeholder) : text))
      .join(' · ')
  if (state !== 'ready') return ''
  if (takesTeethOut) return 'Extraction: check tooth and side, and send it from its form.'
  return sendBy === null ? 'The patient cannot be messaged: show the link or QR code.' : ''
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The day in a line. */
export function preparedSummary(rows: readonly PreparedConsent[]): string {
  const consents = onePerConsent(rows)
  const count = (...states: PreparedConsent['state'][]) =>
    consents.filter(({ state }) => states.includes(state)).length
  const parts = [
    [count('incomplete', 'ready'), 'draft to send', 'drafts to send'],
    [count('ready'), 'ready', 'ready'],
    [count('sent'), 'sent', 'sent'],
    [count('has-consent'), 'with consent', 'with consent'],
    [count('to-prepare', 'skipped'), 'without a draft', 'without a draft'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => counted(number, one, many))
    .join(', ')
}

/** The next draft that is not sent, by time, going on from the first after the last; null where there is none. */
export function neighbourDraft(
  rows: readonly PreparedConsent[],
  currentId: string | null,
  step: 1 | -1 = 1,
): string | null {
  const ids = [...new Set(rows.flatMap(({ consentId }) => consentId ?? []))]
  const at = currentId === null ? -1 : ids.indexOf(currentId)
  const ordered =
    step === 1
      ? [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))]
      : [...ids.slice(0, Math.max(at, 0)).toReversed(), ...ids.slice(at + 1).toReversed()]
  const open = new Set(rows.filter(isOpenDraft).map(({ consentId }) => consentId))
  return ordered.find((id) => open.has(id)) ?? null
}
