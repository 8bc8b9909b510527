import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signature_bytes_max } from '../../../contract/limits.ts'
import { unpackRow } from '../../platform/database/packed-column.ts'
import { createTestCaller, buildRequest } from '../../testing/test-caller.ts'
import {
  birthDate,
  cookieOf,
  drawnSignature,
  signatureFor,
  type OpenedConsent,
} from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { sign, read, decline, withdraw } = contract.signing

const eventsOf = async ({ consentId }: { consentId: string }) => {
  const { events, chainIntact } = await testApp.clinicA
    .as('dentist')
    .callOk(contract.consents.get, { consentId })
  expect(chainIntact).toBe(true)
  return events.map(({ event }) => event)
}

async function signatureCount({ consentId }: { consentId: string }): Promise<number> {
  const { rows } = await testApp.owner.query<{ count: number }>(
    'select count(*)::int as count from signatures where consent_id = $1',
    [consentId],
  )
  return rows[0]!.count
}

async function expectOneSignature(consent: OpenedConsent): Promise<void> {
  expect(await signatureCount(consent)).toBe(1)
  expect((await eventsOf(consent)).filter((event) => event === 'consent.signed')).toHaveLength(1)
}

describe('a signature', () => {
  it('is taken after the clock was set back, and no time goes before another', async () => {
    const sent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(sent)
    testApp.clock.advance(-180 * minute_ms)
    try {
      const proof = { accessToken: token, dateOfBirth: birthDate }
      const proved = await testApp.anonymous().call(contract.signing.verify, proof)
      const patient = createTestCaller(testApp.app.http, cookieOf(proved.cookies[0]!))
      expect((await patient.callOk(sign, signatureFor(sent))).status).toBe('signed')
    } finally {
      testApp.clock.advance(180 * minute_ms)
    }
    const consent = await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.get, { consentId: sent.consentId })
    expect(consent).toMatchObject({ status: 'signed', chainIntact: true })
    const stamps = [consent.sentAt, consent.viewedAt, consent.signedAt].map((at) => Date.parse(at!))
    expect(stamps).toEqual(stamps.toSorted((one, other) => one - other))
    const times = consent.events.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  it.each([
    ['E. Whitcombe', { signedAs: 'E. Whitcombe', recordName: 'Mrs Eleanor Whitcombe' }],
    ['Whitcombe, ELEANOR', null],
    ['Mrs Éleanor Whitcombe', null],
  ])('is taken under the name %s, and staff see where it is not the record’s', async (name, otherName) => {
    const consent = await testApp.clinicA.addViewed()
    const signed = await consent.patient.callOk(sign, {
      ...signatureFor(consent),
      mark: drawnSignature,
      name,
    })
    expect(signed.status).toBe('signed')
    const shown = await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.get, { consentId: consent.consentId })
    expect(shown).toMatchObject({ otherName, chainIntact: true })
    const [said] = shown.events.filter(({ event }) => event === 'consent.signed')
    expect(said!.what.includes('the record says “Mrs Eleanor Whitcombe”')).toBe(otherName !== null)
  })

  it('is kept with who, when, from where, and of exactly which text', async () => {
    const consent = await testApp.clinicA.addViewed()
    const answer = await consent.patient.callOk(sign, { ...signatureFor(consent), mark: drawnSignature })
    expect(answer.status).toBe('signed')
    expect(answer.signature).toMatchObject({
      kind: 'drawn',
      name: 'Eleanor Whitcombe',
      signerRole: 'patient',
    })
    const { rows } = await testApp.owner.query('select * from signatures where consent_id = $1', [
      consent.consentId,
    ])
    expect(unpackRow(rows[0])).toMatchObject({
      content_hash: consent.contentHash,
      mark: drawnSignature,
      mark_hash: answer.signature!.strokesHash,
    })
    expect(rows[0].ip).toMatch(/^198\.18\./)
    expect(rows[0].user_agent).toContain('Firefox')
    expect(answer.chainIntact).toBe(true)
    expect(await consent.patient.callOk(read, { consentId: consent.consentId })).toMatchObject(answer)
    await expectOneSignature(consent)
  })

  it('of a guardian counts where the practice has recorded the authority, and only then', async () => {
    const guardian = {
      name: 'Mei Tan',
      relationship: 'Mother',
      authority: 'parental-responsibility' as const,
      email: '',
      phone: '',
    }
    const child = await testApp.clinicA.addViewed({
      patientId: await testApp.clinicA.addPatient({ guardians: [guardian] }),
    })
    const mark = { kind: 'typed', typed: 'Mei Tan' } as const
    const asParent = { ...signatureFor(child), name: 'Mei Tan', signerRole: 'parent' as const, mark }
    expect((await child.patient.call(sign, { ...asParent, signerRole: 'attorney' })).reason).toBe(
      'not-authorised',
    )
    expect((await child.patient.callOk(sign, asParent)).signature).toMatchObject({
      name: 'Mei Tan',
      signerRole: 'parent',
    })
    const adult = await testApp.clinicA.addViewed()
    for (const signerRole of ['parent', 'attorney', 'deputy'] as const) {
      expect((await adult.patient.call(sign, { ...signatureFor(adult), signerRole })).reason).toBe(
        'not-authorised',
      )
    }
    expect(await signatureCount(adult)).toBe(0)
  })
})

describe('a signature is refused', () => {
  const points = (count: number) => ({
    ...drawnSignature,
    strokes: [{ points: drawnSignature.strokes[0]!.points.slice(0, count) }],
  })
  const spot = { x: 50, y: 50, time: 0, pressure: 0.5 }
  const onOneSpot = { ...drawnSignature, strokes: [{ points: Array.from({ length: 10 }, () => spot) }] }
  const cases: [string, object, number, string][] = [
    ['with no stroke', { mark: { ...drawnSignature, strokes: [] } }, 400, 'empty-signature'],
    ['with a slip of the finger', { mark: points(4) }, 400, 'empty-signature'],
    ['with ten points on one spot', { mark: onOneSpot }, 400, 'empty-signature'],
    ['with a name that nobody can see', { name: '\u200B' }, 400, 'invalid-input'],
    ['with an emoji for a name', { name: '🦷', mark: { kind: 'typed', typed: '🦷' } }, 400, 'invalid-input'],
    ['with a name that has direction marks alone', { name: '\u202A\u202C\u200F' }, 400, 'invalid-input'],
    ['with a name that no font has', { name: 'Ꮳ Whitcombe' }, 400, 'invalid-input'],
    ['with half a character in the name', { name: 'Eleanor \uD83E' }, 400, 'invalid-input'],
    [
      'with a typed name that no font has',
      { mark: { kind: 'typed', typed: 'Eleanor \uF0B7' } },
      400,
      'invalid-input',
    ],
    [
      'with a typed name that nobody can see',
      { mark: { kind: 'typed', typed: '\u2060' } },
      400,
      'invalid-input',
    ],
    ['with digits typed', { mark: { kind: 'typed', typed: '123' } }, 400, 'invalid-input'],
    ['with an empty typed name', { mark: { kind: 'typed', typed: '   ' } }, 400, 'invalid-input'],
    ['without a name', { name: ' ' }, 400, 'invalid-input'],
    ['in one name and typed as another', { name: 'Mei Tan' }, 400, 'name-differs'],
    ['for a stale text', { contentHash: '0'.repeat(64) }, 409, 'stale-version'],
    ['with a statement not confirmed', { confirmed: [0, 1, 2] }, 400, 'statement-unconfirmed'],
    [
      'with a statement that is not there in place of one that is',
      { confirmed: [0, 1, 2, 17] },
      400,
      'statement-unconfirmed',
    ],
    ['in a role nobody knows', { signerRole: 'neighbour' }, 400, 'invalid-input'],
    [
      'with a point that is not a number',
      { mark: { ...drawnSignature, strokes: [{ points: [{ x: 'a', y: 0, time: 0, pressure: 0 }] }] } },
      400,
      'invalid-input',
    ],
  ]

  it.each(cases)('%s', async (_name, change, status, reason) => {
    const consent = await testApp.clinicA.addViewed()
    const answer = await consent.patient.call(sign, { ...signatureFor(consent), ...change })
    expect([answer.status, answer.reason]).toEqual([status, reason])
    expect(await signatureCount(consent)).toBe(0)
    expect((await consent.patient.callOk(read, consent)).status).toBe('viewed')
    // Nothing of the refusal stands in the way of a good one.
    expect((await consent.patient.call(sign, signatureFor(consent))).status).toBe(200)
  })

  it('by name at its field where a character of it cannot be printed', async () => {
    const consent = await testApp.clinicA.addViewed()
    const mark = { kind: 'typed', typed: 'Ꮳ Whitcombe' } as const
    const { error } = await consent.patient.call(sign, {
      ...signatureFor(consent),
      mark,
      name: 'Ꮳ Whitcombe',
    })
    const message = expect.stringContaining('“Ꮳ” cannot be printed')
    expect([error!.code, error!.details.fields]).toEqual([
      'invalid-argument',
      [
        { field: 'name', message },
        { field: 'mark.typed', message },
      ],
    ])
  })

  it('when the body is too large, is no JSON, or has no idempotency key', async () => {
    const consent = await testApp.clinicA.addViewed()
    const { url } = buildRequest(sign, signatureFor(consent))
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-ours' }
    const large = await consent.patient.send({
      method: 'POST',
      url: url!,
      headers,
      payload: `{"name": "${'x'.repeat(signature_bytes_max)}"}`,
    })
    expect([large.status, large.reason]).toEqual([400, 'too-large'])
    const malformed = await consent.patient.send({ method: 'POST', url: url!, headers, payload: '{"name": ' })
    expect([malformed.status, malformed.reason]).toEqual([400, 'malformed'])
    const keyless = await consent.patient.send(buildRequest(sign, signatureFor(consent)))
    expect([keyless.status, keyless.reason]).toEqual([400, 'idempotency-key-missing'])
    expect(await signatureCount(consent)).toBe(0)
  })

  it('when it is the second, or comes after a refusal or a void', async () => {
    const signed = await testApp.clinicA.addSigned()
    expect((await signed.patient.call(sign, signatureFor(signed))).reason).toBe('already-signed')
    const declined = await testApp.clinicA.addViewed()
    await declined.patient.callOk(decline, {
      consentId: declined.consentId,
      reason: 'I want to think about it',
    })
    expect((await declined.patient.call(sign, signatureFor(declined))).reason).toBe('wrong-state')
    const voided = await testApp.clinicA.addViewed()
    await testApp.clinicA
      .as('manager')
      .callOk(contract.consents.void, { consentId: voided.consentId, reason: 'Wrong tooth' })
    expect((await voided.patient.call(sign, signatureFor(voided))).reason).toBe('wrong-state')
  })

  it('and the refusal is written to the audit log', async () => {
    const consent = await testApp.clinicA.addViewed()
    await consent.patient.call(sign, { ...signatureFor(consent), contentHash: '0'.repeat(64) })
    const { rows } = await testApp.owner.query(
      `select details, user_role, clinic_id from audit_rows where action = 'consent.sign_refused' order by sequence desc limit 1`,
    )
    expect(rows).toEqual([
      { details: { reason: 'stale-version' }, user_role: 'patient', clinic_id: testApp.clinicA.id },
    ])
  })
})

describe('a signature sent again', () => {
  const idempotencyKey = () => crypto.randomUUID()

  it('with the same key gets the same answer, and is one signature', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    const first = await consent.patient.call(sign, signatureFor(consent), key)
    const second = await consent.patient.call(sign, signatureFor(consent), key)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    await expectOneSignature(consent)
    const { rows } = await testApp.owner.query<{ answer: { sealed: string } }>(
      'select answer from idempotency_keys where key = $1',
      [key.idempotencyKey],
    )
    expect(rows).toHaveLength(1)
    // Without the text that was signed, which the consent has.
    expect(rows[0]!.answer.sealed.length).toBeLessThan(JSON.stringify(first.body).length)
  })

  it('many times at once with the same key gets the same answer each time', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => consent.patient.call(sign, signatureFor(consent), key)),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual(answers[0]!.body)
    }
    await expectOneSignature(consent)
  })

  it('many times at once with keys of their own is accepted once', async () => {
    const consent = await testApp.clinicA.addViewed()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => consent.patient.call(sign, signatureFor(consent))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'already-signed')).toHaveLength(5)
    await expectOneSignature(consent)
  })

  it('with the same key and another body is refused', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    await consent.patient.call(sign, signatureFor(consent), key)
    const other = await consent.patient.call(sign, { ...signatureFor(consent), name: 'E Whitcombe' }, key)
    expect([other.status, other.reason]).toEqual([409, 'key-reused'])
    await expectOneSignature(consent)
  })

  it('with the key of a refusal is tried afresh: refusals are not kept', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    expect((await consent.patient.call(sign, { ...signatureFor(consent), confirmed: [] }, key)).status).toBe(
      400,
    )
    expect((await consent.patient.call(sign, signatureFor(consent), key)).status).toBe(200)
  })

  it('to another process after the first one died gets the answer that was lost', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    const first = await consent.patient.call(sign, signatureFor(consent), key)
    const reborn = await testApp.openSecondInstance()
    try {
      const again = await createTestCaller(reborn.http, consent.patient.cookie).call(
        sign,
        signatureFor(consent),
        key,
      )
      expect(again.body).toEqual(first.body)
    } finally {
      await reborn.close()
    }
    await expectOneSignature(consent)
  })

  it('after the database dropped the first in the middle is signed once', async () => {
    const consent = await testApp.clinicA.addViewed()
    const key = { idempotencyKey: idempotencyKey() }
    // The consent's row is held, so that the signature waits in the middle of its transaction.
    await testApp.owner.query('begin')
    await testApp.owner.query('select from consents where id = $1 for update', [consent.consentId])
    const cutOff = consent.patient.call(sign, signatureFor(consent), key)
    await terminateWaiting()
    const answer = await cutOff
    await testApp.owner.query('rollback')
    expect([answer.status, answer.code]).toEqual([503, 'unavailable'])
    expect(await signatureCount(consent)).toBe(0)
    expect((await consent.patient.call(sign, signatureFor(consent), key)).status).toBe(200)
    await expectOneSignature(consent)
  })

  /** Ends the connection that waits for the row we hold; asks again until there is one. */
  async function terminateWaiting(): Promise<void> {
    for (;;) {
      const { rowCount } = await testApp.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and usename = 'candour_app'`,
      )
      if (rowCount) return
    }
  }
})

describe('saying no', () => {
  it('ends the consent with the reason in the words of the patient', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const body = await patient.callOk(decline, { consentId, reason: '  I want to think about it ' })
    expect(body.status).toBe('declined')
    const kept = await testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
    expect(kept.reason).toBe('I want to think about it')
    expect((await patient.call(decline, { consentId, reason: 'again' })).reason).toBe('wrong-state')
    expect((await patient.call(decline, { consentId, reason: ' ' })).reason).toBe('invalid-input')
  })

  it('withdraws what was signed, and finalised, and nothing that was not', async () => {
    for (const consent of [await testApp.clinicA.addSigned(), await testApp.clinicA.addFinalised()]) {
      const body = await consent.patient.callOk(withdraw, { consentId: consent.consentId })
      expect(body.status).toBe('withdrawn')
      // What was signed stays on record.
      expect(await signatureCount(consent)).toBe(1)
    }
    const viewed = await testApp.clinicA.addViewed()
    expect((await viewed.patient.call(withdraw, { consentId: viewed.consentId })).reason).toBe('wrong-state')
  })
})
