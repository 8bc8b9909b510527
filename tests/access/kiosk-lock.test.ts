import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture } from './access-fixture.ts'
import { declaredOperations, fillExample } from './declared-operations.ts'

let testApp: TestApp
let ids: Record<string, string>
let locked: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  const everyId = [...new Set(declaredOperations.flatMap((declared) => declared.ids))]
  ids = (await createAccessFixture(testApp.clinicA, everyId)).ids
  locked = testApp.as(await testApp.clinicA.addColleague())
  const { consentId } = await testApp.clinicA.addSent()
  await locked.callOk(contract.kiosks.handOver, { consentIds: [consentId] })
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const clinicOperations = declaredOperations.filter(({ access }) =>
  ['clinic', 'account', 'admin', 'setup'].includes(access),
)

describe('with a session that was handed to a patient', () => {
  it.each(clinicOperations.map((declared) => [declared.name, declared] as const))(
    '%s is refused, before anything that was sent is read',
    async (_name, { request, meta }) => {
      const own = request(fillExample(meta.example, ids))
      const garbage = { ...own, headers: { 'content-type': 'application/json' }, payload: '{"half": ' }
      const sent = own.method === 'GET' ? [own] : [own, garbage]
      for (const one of sent) {
        const sending = { from: nextIpAddress(), idempotencyKey: crypto.randomUUID() }
        expect(await locked.send(one, sending)).toMatchObject({ status: 401, reason: 'session-locked' })
      }
    },
  )

  it('there is nobody signed in, and no consent opens without the birth date', async () => {
    expect(await locked.callOk(contract.identity.session, {})).toEqual({ user: null, step: 'locked' })
    const patients = declaredOperations.filter(({ access }) => access === 'patient')
    for (const { request, meta } of patients) {
      const sending = { from: nextIpAddress(), idempotencyKey: crypto.randomUUID() }
      const answer = await locked.send(request(fillExample(meta.example, ids)), sending)
      expect(answer).toMatchObject({ status: 401, reason: 'unauthenticated' })
    }
    expect([clinicOperations.length > 100, patients.length > 3]).toEqual([true, true])
  })
})
