import { awaitsPatient, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { DeliveryState } from '../../../contract/delivery-states.ts'
import { deliveryBadges, type ConsentMessage } from '../messages/index.ts'
import { consentStatusAppearance } from './consent-status.ts'
import { channelPhrases, type PatientLink } from './link-words.ts'

type SentMessage = Pick<ConsentMessage, 'kind' | 'channel' | 'state' | 'failure' | 'openedAt' | 'news'>

/** What is known of a consent since it was sent. */
export type SentFacts = {
  status: ConsentStatus
  sentAt: string | null
  signedAt: string | null
  messages: readonly SentMessage[]
  links: readonly Pick<PatientLink, 'createdAt' | 'firstOpenedAt'>[]
}

/** `unusual`: somebody has to act, or it ended there. `next`: what is waited for. `open`: not yet. */
export type SentStep = {
  label: string
  state: 'done' | 'unusual' | 'next' | 'open'
  detail: string
  at?: string
}

const done = (label: string, at: string | undefined, detail = ''): SentStep => ({
  ...{ label, state: 'done', detail },
  ...(at !== undefined && { at }),
})
const open = (label: string, detail = 'Not yet'): SentStep => ({ label, state: 'open', detail })
const unusual = (label: string, detail: string): SentStep => ({ label, state: 'unusual', detail })

const isLost = (state: DeliveryState) => state === 'bounced' || state === 'failed'

/** The message with the newest link that staff or the patient asked for; undefined where a link was only shown. */
const linkMessage = ({ messages }: SentFacts): SentMessage | undefined =>
  messages.findLast(
    ({ kind, channel }) => channel !== 'letter' && (kind === 'consent-link' || kind === 'new-link'),
  )

const firstOpening = ({ links }: SentFacts): string | undefined =>
  links.flatMap(({ firstOpenedAt }) => firstOpenedAt ?? []).toSorted()[0]

/** To whom the consent went, and how. */
export function sentTitle(facts: SentFacts, patientName: string): string {
  const channel = linkMessage(facts)?.channel
  return channel && channel !== 'letter'
    ? `Sent to ${patientName} by ${channelPhrases[channel]}`
    : `Link for ${patientName}`
}

/** What went wrong with the message and what to do about it, while that keeps the patient from it; null otherwise. */
export function deliveryProblem(facts: SentFacts): { title: string; reason: string | null } | null {
  const message = linkMessage(facts)
  if (!message || firstOpening(facts) || !awaitsPatient(facts.status)) return null
  const { state, failure: reason } = message
  if (isLost(state)) return { title: 'Not delivered. Show the QR code instead.', reason }
  return state === 'unconfirmed'
    ? { title: 'It may not have been sent. Show the QR code instead.', reason }
    : null
}

/** The steps from sending to signing, each with its time once it happened. */
export function sentSteps(facts: SentFacts): SentStep[] {
  const message = linkMessage(facts)
  const steps = [
    ...(message ? [sentStep(message), deliveredStep(message)] : [linkStep(facts)]),
    openedStep(facts),
    signedStep(facts),
  ]
  const awaited = steps.findLastIndex(({ state }) => state !== 'open') + 1
  const goesOn = awaitsPatient(facts.status) && steps[awaited - 1]?.state !== 'unusual'
  return goesOn ? steps.map((step, place) => (place === awaited ? { ...step, state: 'next' } : step)) : steps
}

const linkStep = ({ links: [first], sentAt }: SentFacts): SentStep =>
  done('Link created', first?.createdAt ?? sentAt ?? undefined)

const momentOf = ({ news }: SentMessage, wanted: DeliveryState): string | undefined =>
  news.find(({ status }) => status === wanted)?.at

function sentStep(message: SentMessage): SentStep {
  const { state, openedAt } = message
  const at = momentOf(message, 'sent') ?? momentOf(message, 'delivered')
  if (at || openedAt) return done('Sent', at)
  const { label } = deliveryBadges[state]
  return isLost(state) || state === 'unconfirmed' ? unusual('Sent', label) : open('Sent', label)
}

function deliveredStep(message: SentMessage): SentStep {
  const at = momentOf(message, 'delivered')
  if (isLost(message.state)) return unusual('Delivered', 'Not delivered')
  if (at || message.openedAt) return done('Delivered', at, 'The patient opened it')
  return open('Delivered', momentOf(message, 'sent') ? 'Not confirmed yet' : 'Not yet')
}

function openedStep(facts: SentFacts): SentStep {
  const at = firstOpening(facts)
  return at ? done('Opened', at) : open('Opened')
}

function signedStep({ status, signedAt }: SentFacts): SentStep {
  if (awaitsPatient(status)) return open('Signed')
  if (status === 'signed' || status === 'finalised') return done('Signed', signedAt ?? undefined)
  const { label } = consentStatusAppearance[status]
  return status === 'verbal' ? open('Signed', label) : unusual('Signed', label)
}
