import { describe, expect, it } from 'vitest'
import {
  confirmationRefusal,
  evidenceHash,
  isGapIntact,
  isStillOpen,
  retainedBecause,
  type Proposer,
} from './destruction-rules.ts'
import type { DestroyedConsent, DestructionRow } from './destruction-store.ts'

const now = new Date('2026-03-02T09:00:00Z')
const [before, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]

const link = (number: number, previousHash: string, hash: string) => ({
  ...{ number, event: 'consent.created', previousHash, hash },
  at: now.toISOString(),
})
const consentOf = (id: string, chain: DestroyedConsent['chain']) =>
  ({
    ...{ id, status: 'finalised', contentHash: 'c', markHash: 'm', wasIntact: true },
    ...{ chain, documents: [] },
  }) as unknown as DestroyedConsent
const whole = consentOf('a', [link(1, '', 'h1'), link(2, 'h1', 'h2')])
const other = consentOf('b', [link(1, '', 'h3')])

/** As the certificate and the audit log name it: by the hash of what was kept. */
const rowOf = (kept: readonly DestroyedConsent[]) => ({ evidenceHash: evidenceHash(kept) }) as DestructionRow

describe('the gap that a destruction left', () => {
  it('is the one it says, whatever order its consents come in', () => {
    expect(isGapIntact(rowOf([whole, other]), [other, whole])).toBe(true)
  })

  it.each<[string, DestroyedConsent[]]>([
    ['a consent is left out', [whole]],
    ['one is another', [whole, { ...other, id: 'c' }]],
    ['its state is another', [whole, { ...other, status: 'declined' }]],
    ['it is said to have been whole', [{ ...whole, wasIntact: false }, other]],
  ])('is not, where %s', (_what, kept) => {
    expect(isGapIntact(rowOf([whole, other]), kept)).toBe(false)
  })

  // Whoever writes the rows can write the hash of them too: the chains have to hold by themselves.
  it.each<[string, DestroyedConsent['chain']]>([
    ['has no event', []],
    ['begins with the second', [link(2, '', 'h1')]],
    ['leaves one out', [link(1, '', 'h1'), link(3, 'h1', 'h3')]],
    ['is in another order', [link(2, 'h1', 'h2'), link(1, '', 'h1')]],
    ['begins behind another', [link(1, 'h0', 'h1')]],
    ['is not linked', [link(1, '', 'h1'), link(2, 'h9', 'h2')]],
  ])('is not, where a chain %s', (_what, chain) => {
    const kept = [other, consentOf('a', chain)]
    expect(isGapIntact(rowOf(kept), kept)).toBe(false)
  })
})

describe('whoever confirms a destruction', () => {
  const row = { status: 'proposed', expiresAt: later, proposedById: 'one' } as DestructionRow
  const proposer: Proposer = { isActive: true, holder: { role: 'clinic_admin', level: 1, flags: {} } }
  const receptionist = { role: 'clinic_staff', level: 1, flags: {} } as const

  it.each<[string, Partial<DestructionRow>, string, Proposer, string | null]>([
    ['is another than proposed it', {}, 'two', proposer, null],
    ['is not who proposed it', {}, 'one', proposer, 'same-person'],
    ['comes in time', { expiresAt: now }, 'two', proposer, 'not-open'],
    ['comes before it was withdrawn', { status: 'withdrawn' }, 'two', proposer, 'not-open'],
    ['has nobody to confirm', {}, 'two', undefined, 'proposer-lost-right'],
    ['has nobody active to confirm', {}, 'two', { ...proposer, isActive: false }, 'proposer-lost-right'],
    [
      'has nobody to confirm who may',
      {},
      'two',
      { isActive: true, holder: receptionist },
      'proposer-lost-right',
    ],
  ])('%s', (_who, change, staffId, by, refusal) => {
    expect(confirmationRefusal({ ...row, ...change }, { staffId, now, proposer: by })).toBe(refusal)
  })

  it('finds it open until its end', () => {
    expect(isStillOpen(row, now)).toBe(true)
    expect(isStillOpen({ ...row, expiresAt: before }, now)).toBe(false)
  })
})

it.each([
  [{ isDue: true }, null],
  [{ isDue: false }, 'not-due'],
  [{ isDue: true, isExpected: true }, 'appointment-ahead'],
  [{ isDue: true, isAskedFor: true, isExpected: true }, 'request-open'],
  [{ isDue: true, isHeld: true, isAskedFor: true }, 'held'],
])('a record that is %j is kept because: %s', (facts, reason) => {
  expect(retainedBecause({ isHeld: false, isAskedFor: false, isExpected: false, ...facts })).toBe(reason)
})
