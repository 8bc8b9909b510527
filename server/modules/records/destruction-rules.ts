import type { Destruction, DestructionObstacle } from '../../../contract/destructions.ts'
import { destruction_proposal_days } from '../../../contract/limits.ts'
import { hasPermission, type PermissionHolder } from '../../../contract/permissions.ts'
import { day_ms } from '../../platform/clock.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { ChainEvent } from '../consents/index.ts'
import type { RetainedEvent } from './destruction-schema.ts'
import type { DestructionRow, DestroyedConsent, ListedDestruction } from './destruction-store.ts'

export const expiryOfProposal = (now: Date): Date =>
  new Date(now.getTime() + destruction_proposal_days * day_ms)

/** The first letters of a name, as a certificate shows them: 'E. W.' */
export const initialsOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, lastName]
    .map((name) => [...name.trim()][0])
    .filter(Boolean)
    .map((letter) => `${letter!.toLocaleUpperCase('en-GB')}.`)
    .join(' ')

const letters = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a text holds one of the names as a word of its own. */
export function namesAnyone(text: string, names: readonly string[]): boolean {
  const words = letters(text).split(/[^\p{L}\p{N}]+/u)
  return names
    .flatMap((name) => letters(name).split(/[^\p{L}\p{N}]+/u))
    .some((name) => name.length > 1 && words.includes(name))
}

/** What a record is kept for, told in the order in which somebody can do something about it; null when nothing is. */
export function retainedBecause(facts: {
  isDue: boolean
  isHeld: boolean
  isAskedFor: boolean
  isExpected: boolean
}): DestructionObstacle | null {
  if (facts.isHeld) return 'held'
  if (facts.isAskedFor) return 'request-open'
  if (facts.isExpected) return 'appointment-ahead'
  return facts.isDue ? null : 'not-due'
}

export const isStillOpen = ({ status, expiresAt }: DestructionRow, now: Date): boolean =>
  status === 'proposed' && expiresAt > now

/** Who proposed it, as they stand now. */
export type Proposer = { isActive: boolean; holder: PermissionHolder } | undefined

/** Why this person may not confirm a proposal; null when they may. */
export function confirmationRefusal(
  row: DestructionRow,
  { staffId, now, proposer }: { staffId: string; now: Date; proposer: Proposer },
): 'not-open' | 'same-person' | 'proposer-lost-right' | null {
  if (!isStillOpen(row, now)) return 'not-open'
  if (row.proposedById === staffId) return 'same-person'
  const stands = proposer?.isActive && hasPermission(proposer.holder, 'accessSettings')
  return stands ? null : 'proposer-lost-right'
}

/** The links of a chain, without what its events said. */
export const chainHashes = (events: readonly ChainEvent[]): RetainedEvent[] =>
  events.map(({ number, event, at, previousHash, hash }) => ({
    ...{ number, event, previousHash, hash },
    at: at.toISOString(),
  }))

/** One hash over everything that is kept of the consents of a destruction, whatever order they come in. */
export const evidenceHash = (kept: readonly DestroyedConsent[]): string =>
  sha256(
    toCanonicalText(
      kept
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, status, contentHash, markHash, wasIntact, chain, documents }) => [
          ...[id, status, contentHash, markHash, wasIntact],
          ...[chain, documents],
        ]),
    ),
  )

/** Whether the kept hashes of a chain follow one another from the first event on. */
const isChained = ({ chain }: DestroyedConsent): boolean =>
  chain.length > 0 &&
  chain.every(
    ({ number, previousHash }, at) => number === at + 1 && previousHash === (chain[at - 1]?.hash ?? ''),
  )

/**
 * Whether the gap that a destruction left is the one it says: what is kept hashes to what the certificate and the audit
 * log name, and each chain holds through the hashes of events whose words are gone.
 */
export const isGapIntact = (row: DestructionRow, kept: readonly DestroyedConsent[]): boolean =>
  evidenceHash(kept) === row.evidenceHash && kept.every(isChained)

const actOf = (by: string | null, at: Date | null) => (by && at ? { by, at: at.toISOString() } : null)

export function destructionView(
  { row, patient }: ListedDestruction,
  kept: readonly DestroyedConsent[],
  { staffId, now }: { staffId: string; now: Date },
): Destruction {
  const { id, patientId, initials, lastCareOn, reviewOn, rule, reason, stoppedBecause } = row
  const { number, erasedAt, counts, sha256: file, evidenceHash: hash } = row
  return {
    ...{ id, patientId, initials, lastCareOn, reviewOn, rule, reason, stoppedBecause },
    status: row.status === 'proposed' && !isStillOpen(row, now) ? 'lapsed' : row.status,
    patientName: patient ? `${patient.firstName} ${patient.lastName}`.trim() : null,
    proposed: actOf(row.proposedBy, row.proposedAt)!,
    expiresAt: row.expiresAt.toISOString(),
    isOwn: row.proposedById === staffId,
    withdrawn: actOf(row.withdrawnBy, row.withdrawnAt),
    confirmed: actOf(row.confirmedBy, row.confirmedAt),
    certificate:
      number !== null && erasedAt && counts && hash
        ? {
            ...{ number, counts, sha256: file, evidenceHash: hash },
            erasedAt: erasedAt.toISOString(),
            consents: kept.length,
            intact: isGapIntact(row, kept),
          }
        : null,
  }
}
