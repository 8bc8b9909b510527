import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  consentStatuses,
  consentTransitions,
  type ConsentTransition,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { birthDate, discussion, paperInputFor, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Where each move leads, written after the decisions on the specification; a move that is not here must do nothing. */
const allowed: Record<ConsentStatus, Partial<Record<ConsentTransition, ConsentStatus>>> = {
  draft: { approve: 'approved', send: 'sent', agreeVerbally: 'verbal', void: 'voided' },
  approved: { send: 'sent', agreeVerbally: 'verbal', void: 'voided' },
  sent: {
    view: 'viewed',
    sign: 'signed',
    agreeVerbally: 'verbal',
    decline: 'declined',
    expire: 'expired',
    void: 'voided',
    supersede: 'superseded',
  },
  viewed: {
    sign: 'signed',
    agreeVerbally: 'verbal',
    decline: 'declined',
    expire: 'expired',
    void: 'voided',
    supersede: 'superseded',
  },
  verbal: { sign: 'signed', withdraw: 'withdrawn', void: 'voided', supersede: 'superseded' },
  signed: { finalise: 'finalised', withdraw: 'withdrawn', void: 'voided', supersede: 'superseded' },
  finalised: { withdraw: 'withdrawn', void: 'voided', supersede: 'superseded' },
  declined: { supersede: 'superseded' },
  expired: { supersede: 'superseded' },
  withdrawn: {},
  voided: {},
  superseded: {},
}
const transitions = Object.keys(consentTransitions) as ConsentTransition[]

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const get = (consentId: string) => testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })

/** A live link to any consent, and the cookie of its proved birth date: what no operation would give in most states. */
async function openAsPatient(consentId: string): Promise<{ token: string; patient: TestCaller }> {
  const [token, cookie] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const { rows } = await testApp.owner.query<{ id: string }>(
    `insert into links (clinic_id, consent_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day') returning id`,
    [testApp.clinicA.id, consentId, hash(token)],
  )
  await testApp.owner.query(
    `insert into patient_sessions (clinic_id, link_id, consent_id, token_hash, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [testApp.clinicA.id, rows[0]!.id, consentId, hash(cookie)],
  )
  return { token, patient: createTestCaller(testApp.app.http, `candour.consent.${consentId}=${cookie}`) }
}

async function sweep(consentId: string): Promise<void> {
  await testApp.owner.query(`update consents set expires_at = now() - interval '1 minute' where id = $1`, [
    consentId,
  ])
  await testApp.app.sweep('consents.expired')
  await testApp.runJobs()
}

async function replace(consentId: string): Promise<void> {
  const { patient } = await get(consentId)
  const { status } = await get(consentId)
  if (!allowed[status].supersede) {
    const refused = testApp.clinicA.addDraft({ patientId: patient.id, replaces: consentId })
    return expect(refused).rejects.toThrow('wrong-state')
  }
  const newer = await testApp.clinicA.addViewed({ patientId: patient.id, replaces: consentId })
  await newer.patient.callOk(contract.signing.sign, signatureFor(newer))
  await testApp.runJobs()
}

type Attempt = (consentId: string) => Promise<unknown>

/** Each move as whoever may make it would try. */
const attempts: Record<ConsentTransition, Attempt> = {
  approve: (consentId) => testApp.clinicA.as('dentist').call(contract.consents.approve, { consentId }),
  agreeVerbally: (consentId) =>
    testApp.clinicA.as('dentist').call(contract.consents.recordVerbal, {
      consentId,
      discussion: discussion(),
      witnesses: [{ name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard it.' }],
    }),
  send: (consentId) =>
    testApp.clinicA
      .as('dentist')
      .call(contract.consents.send, { consentId, by: 'link', unaskedAcknowledged: true }),
  view: async (consentId) =>
    testApp.anonymous().call(contract.signing.verify, {
      accessToken: (await openAsPatient(consentId)).token,
      dateOfBirth: birthDate,
    }),
  sign: async (consentId) => {
    const { status, contentHash: hash } = await get(consentId)
    const contentHash = hash ?? '0'.repeat(64)
    // What was never opened is signed on paper alone.
    if (status === 'sent') {
      const onPaper = paperInputFor({ consentId, patientId: '', contentHash }, testApp.clock.now())
      return testApp.clinicA.as('dentist').call(contract.paper.takeIn, onPaper)
    }
    const { patient } = await openAsPatient(consentId)
    return patient.call(contract.signing.sign, signatureFor({ consentId, patientId: '', contentHash }))
  },
  finalise: async (consentId) => {
    const contentHash = (await get(consentId)).contentHash ?? '0'.repeat(64)
    return testApp.clinicA
      .as('dentist')
      .call(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
  },
  decline: async (consentId) =>
    (await openAsPatient(consentId)).patient.call(contract.signing.decline, {
      consentId,
      reason: 'Not now',
    }),
  withdraw: async (consentId) =>
    (await openAsPatient(consentId)).patient.call(contract.signing.withdraw, { consentId }),
  expire: sweep,
  void: (consentId) =>
    testApp.clinicA.as('manager').call(contract.consents.void, { consentId, reason: 'Made in error' }),
  supersede: replace,
}

/** A consent brought to a state by the operations that lead there. */
const createByStatus: Record<ConsentStatus, () => Promise<string>> = {
  draft: async () => (await testApp.clinicA.addDraft()).id,
  sent: async () => (await testApp.clinicA.addSent()).consentId,
  viewed: async () => (await testApp.clinicA.addViewed()).consentId,
  approved: () => statusAfterAttempt('draft', 'approve'),
  verbal: () => statusAfterAttempt('draft', 'agreeVerbally'),
  signed: async () => {
    const signed = await testApp.clinicA.addSigned()
    await testApp.clinicA.discuss(signed)
    return signed.consentId
  },
  finalised: async () => (await testApp.clinicA.addFinalised()).consentId,
  declined: () => statusAfterAttempt('viewed', 'decline'),
  withdrawn: () => statusAfterAttempt('signed', 'withdraw'),
  expired: () => statusAfterAttempt('sent', 'expire'),
  voided: () => statusAfterAttempt('draft', 'void'),
  superseded: () => statusAfterAttempt('sent', 'supersede'),
}

async function statusAfterAttempt(status: ConsentStatus, move: ConsentTransition): Promise<string> {
  const consentId = await createByStatus[status]()
  await attempts[move](consentId)
  return consentId
}

describe.each(consentStatuses)('a consent that is %s', (status) => {
  const leading = transitions.filter((move) => allowed[status][move])
  const missing = transitions.filter((move) => !allowed[status][move])

  it.each(leading)(`can be moved: %s`, async (move) => {
    const consentId = await createByStatus[status]()
    const before = await get(consentId)
    expect(before.status).toBe(status)
    await attempts[move](consentId)
    const moved = await get(consentId)
    expect(moved.status).toBe(allowed[status][move])
    const added = moved.events.slice(before.events.length).map(({ event }) => event)
    // Sealing a signed record adds its own event where jobs ran on the way.
    expect(added.filter((event) => event !== 'document.sealed')).toEqual([consentTransitions[move].event])
    expect(moved.chainIntact).toBe(true)
  })

  it(`is left as it is by ${missing.join(', ')}`, async () => {
    const consentId = await createByStatus[status]()
    await testApp.runJobs()
    const before = await get(consentId)
    expect(before.status).toBe(status)
    for (const move of missing) {
      await attempts[move](consentId)
      const { expiresAt: _expiresAt, ...unchanged } = await get(consentId)
      expect(unchanged, move).toEqual({ ...before, expiresAt: undefined })
    }
  })
})

describe('a withdrawal recorded by the practice', () => {
  it.each(['signed', 'finalised'] as const)('ends a %s consent with the reason', async (status) => {
    const consentId = await createByStatus[status]()
    const body = await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.recordWithdrawal, { consentId, reason: 'Phoned us' })
    expect([body.status, body.reason]).toEqual(['withdrawn', 'Phoned us'])
  })

  it('is refused for one that is not signed', async () => {
    const answer = await testApp.clinicA.as('dentist').call(contract.consents.recordWithdrawal, {
      consentId: await createByStatus.viewed(),
      reason: 'Phoned us',
    })
    expect([answer.status, answer.reason]).toEqual([409, 'wrong-state'])
  })
})

describe('the expiry sweep', () => {
  it('is not waited for: a consent whose time is over is neither signed nor refused any more', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const past = `update consents set expires_at = now() - interval '1 minute' where id = $1`
    await testApp.owner.query(past, [viewed.consentId])
    expect((await viewed.patient.call(contract.signing.sign, signatureFor(viewed))).reason).toBe(
      'wrong-state',
    )
    const reason = 'Not now'
    const declined = await viewed.patient.call(contract.signing.decline, {
      consentId: viewed.consentId,
      reason,
    })
    expect(declined.reason).toBe('wrong-state')
    expect((await get(viewed.consentId)).status).toBe('viewed')
  })

  it('ends one once, however often it comes by, and writes it down', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 minute' where id = $1`, [
      consentId,
    ])
    await testApp.app.sweep('consents.expired')
    await testApp.app.sweep('consents.expired')
    await testApp.runJobs()
    expect((await get(consentId)).events.filter(({ event }) => event === 'consent.expired')).toHaveLength(1)
    const { rows } = await testApp.owner.query(
      `select user_role, clinic_id from audit_rows where action = 'consent.expired' and subject = $1`,
      [consentId],
    )
    expect(rows).toEqual([{ user_role: 'system', clinic_id: testApp.clinicA.id }])
  })

  it('leaves alone what still has time', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    await testApp.app.sweep('consents.expired')
    await testApp.runJobs()
    expect((await get(consentId)).status).toBe('sent')
  })
})
