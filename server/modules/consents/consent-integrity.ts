import type { z } from 'zod'
import type { Signature } from '../../../contract/consents.ts'
import type { SigningHelp } from '../../../contract/signing.ts'
import { toCanonicalText } from '../audit/index.ts'
import { isLinked, statusAfter, type ChainEvent } from './consent-chain.ts'
import { contentHash } from './consent-content.ts'
import type { ConsentRecord, Countersignature } from './consent-store.ts'
import { hashMark } from './mark-hash.ts'

/** What a signature says, as the module that keeps signatures knows it. */
export type SignatureFacts = {
  name: string
  signerRole: string
  at: Date
  mark: { kind: 'drawn' | 'typed' | 'paper' | 'decided' }
  markHash: string
  statements: readonly string[]
  contentHash: string
  declined: readonly number[]
  help: SigningHelp | null
}

/** Somebody who stood by, with their own signature where they gave one. */
export type AttestationFacts = {
  role: string
  name: string
  capacity: string
  statement: string
  mark: { kind: string } | null
  markHash: string | null
  contentHash: string | null
}

/** Everything that is kept of one consent. */
export type ConsentEvidence = {
  events: readonly ChainEvent[]
  signature: SignatureFacts | undefined
  countersignature: Countersignature | undefined
  documents: readonly { kind: string; number: number; sha256: string }[]
  attestations: readonly AttestationFacts[]
  /** Where whoever asks holds them. */
  scans?: readonly { number: number; sha256: string }[]
}

type EventDetails = Record<string, unknown>

const includesDetails = (details: EventDetails | undefined, facts: EventDetails): boolean =>
  Object.entries(facts).every(([name, fact]) => details?.[name] === fact)

/**
 * Whether all that is kept of a consent is what its chain says it is: the events are linked and lead to its status, the
 * text hashes to what was sent, signed and countersigned, the mark to what was signed, and the sealed files and scans
 * are those that were sealed and taken in, no more and no fewer.
 */
export function isRecordIntact(
  consent: Pick<ConsentRecord, 'status' | 'content' | 'contentHash'>,
  { events, signature, countersignature, documents, attestations, scans }: ConsentEvidence,
): boolean {
  const saidBy = (event: string) => events.find((each) => each.event === event)?.details
  const sealed = events.filter(({ event }) => event === 'document.sealed').map(({ details }) => details)
  return (
    isLinked(events) &&
    statusAfter(events) === consent.status &&
    isTextIntact(consent, saidBy('consent.sent') ?? saidBy('consent.verbal')) &&
    isSignatureIntact(consent, signature, saidBy('consent.signed')) &&
    areCosignersIntact(consent, attestations, saidBy('consent.signed')) &&
    isCountersignatureIntact(consent, countersignature, saidBy('consent.finalised')) &&
    (!scans || areScansIntact(scans, events)) &&
    documents.length === sealed.length &&
    documents.every(({ kind, number, sha256 }) =>
      sealed.some((said) => includesDetails(said, { kind, number, sha256 })),
    )
  )
}

type ConsentText = Pick<ConsentRecord, 'content' | 'contentHash'>

/** A consent has a text from sending on: before that neither text nor hash, afterwards both, and the same as then. */
function isTextIntact({ content, contentHash: kept }: ConsentText, sent: EventDetails | undefined): boolean {
  if (!content || !sent) return !content && !sent && !kept
  return contentHash(content) === kept && includesDetails(sent, { contentHash: kept })
}

function isSignatureIntact(
  text: ConsentText,
  signature: SignatureFacts | undefined,
  signed: EventDetails | undefined,
) {
  if (!signature || !signed) return !signature && !signed
  const { name, signerRole, mark, markHash, statements, declined, help } = signature
  // Nobody confirms for a patient what they would say of themselves.
  const shown = mark.kind === 'decided' ? [] : text.content?.statements
  return (
    signature.contentHash === text.contentHash &&
    hashMark(mark) === markHash &&
    toCanonicalText(statements) === toCanonicalText(shown) &&
    toCanonicalText(declined) === toCanonicalText(signed.declined ?? []) &&
    toCanonicalText(help) === toCanonicalText(signed.help ?? null) &&
    includesDetails(signed, { name, signerRole, kind: mark.kind, contentHash: text.contentHash, markHash })
  )
}

/** What the event of a signature says of somebody who signed with it. */
export const cosignerDetails = ({ role, name, capacity, statement, mark, markHash }: AttestationFacts) => ({
  ...{ role, name, capacity, statement },
  kind: mark?.kind,
  markHash,
})

/** Those who signed with the consent are those whom its event names, each of the same text. */
function areCosignersIntact(
  text: ConsentText,
  attestations: readonly AttestationFacts[],
  signed: EventDetails | undefined,
): boolean {
  const own = attestations.filter(({ mark }) => mark !== null)
  return (
    own.every(
      ({ contentHash, mark, markHash }) =>
        contentHash === text.contentHash && mark !== null && hashMark(mark) === markHash,
    ) && toCanonicalText(own.map(cosignerDetails)) === toCanonicalText(signed?.cosigners ?? [])
  )
}

function isCountersignatureIntact(
  text: ConsentText,
  given: Countersignature | undefined,
  finalised: EventDetails | undefined,
) {
  if (!given || !finalised) return !given && !finalised
  const { name, gdcNumber } = given
  return (
    given.contentHash === text.contentHash &&
    includesDetails(finalised, { name, gdcNumber, contentHash: text.contentHash })
  )
}

/** The first scan stands in the event of its signature, each later one in its own. */
function areScansIntact(
  scans: NonNullable<ConsentEvidence['scans']>,
  events: readonly ChainEvent[],
): boolean {
  const scanDetails = events.flatMap(({ event, details }) => {
    if (event === 'consent.scan_added') return [details]
    return event === 'consent.signed' && details.kind === 'paper' ? [{ ...details, number: 1 }] : []
  })
  return (
    scans.length === scanDetails.length &&
    scans.every(({ number, sha256: scan }) =>
      scanDetails.some((each) => includesDetails(each, { number, scan })),
    )
  )
}

/** A signature as the record shows it, without the strokes. */
export const signatureView = ({
  mark,
  name,
  signerRole,
  at,
  markHash,
  declined,
  help,
}: SignatureFacts): z.infer<typeof Signature> => ({
  kind: mark.kind,
  name,
  signerRole,
  at: at.toISOString(),
  strokesHash: markHash,
  declined: [...declined],
  help: help && {
    ...{ kind: help.kind, why: help.why },
    ...(help.kind === 'on-behalf' ? { of: help.of } : {}),
  },
})
