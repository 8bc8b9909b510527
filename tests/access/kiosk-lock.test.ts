import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../server/testing/test-world.ts'
import { makeScene } from './access-scene.ts'
import { declaredOperations, fillExample } from './declared-operations.ts'

let world: TestWorld
let ids: Record<string, string>
let locked: TestCaller
beforeAll(async () => {
  world = await openWorld()
  const everyId = [...new Set(declaredOperations.flatMap((declared) => declared.ids))]
  ids = (await makeScene(world.a, everyId)).ids
  locked = world.as(await world.a.addColleague())
  const { consentId } = await world.a.addSent()
  await locked.ask(contract.kiosks.handOver, { consentIds: [consentId] })
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const ofPractice = declaredOperations.filter(({ access }) =>
  ['clinic', 'account', 'admin', 'setup'].includes(access),
)

describe('with a session that was handed to a patient', () => {
  it.each(ofPractice.map((declared) => [declared.name, declared] as const))(
    '%s is refused, before anything that was sent is read',
    async (_name, { request, meta }) => {
      const own = request(fillExample(meta.example, ids))
      const garbage = { ...own, headers: { 'content-type': 'application/json' }, payload: '{"half": ' }
      const sent = own.method === 'GET' ? [own] : [own, garbage]
      for (const one of sent) {
        const sending = { from: newAddress(), idempotencyKey: crypto.randomUUID() }
        expect(await locked.send(one, sending)).toMatchObject({ status: 401, reason: 'session-locked' })
      }
    },
  )

  it('there is nobody signed in, and no consent opens without the birth date', async () => {
    expect(await locked.ask(contract.identity.session, {})).toEqual({ user: null, step: 'locked' })
    const patients = declaredOperations.filter(({ access }) => access === 'patient')
    for (const { request, meta } of patients) {
      const sending = { from: newAddress(), idempotencyKey: crypto.randomUUID() }
      const answer = await locked.send(request(fillExample(meta.example, ids)), sending)
      expect(answer).toMatchObject({ status: 401, reason: 'unauthenticated' })
    }
    expect([ofPractice.length > 100, patients.length > 3]).toEqual([true, true])
  })
})
