import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { birthDate, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const sent: string[] = []
// Connections take their query from here when they are made.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...asked: never[]) {
  const [given] = asked as unknown as [string | { text?: string }]
  sent.push(typeof given === 'string' ? given : (given.text ?? ''))
  return (query as (...asked: never[]) => unknown).apply(this, asked)
} as never

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await testApp.close()
})

type Hot = 'open' | 'verify' | 'read' | 'sign'

/** What was sent beyond the budget, with all that was sent, so that it is seen what is new. */
async function beyond(operation: Hot, work: () => Promise<unknown>): Promise<string[]> {
  sent.length = 0
  await work()
  const { statementsMax } = contract.signing[operation]['~orpc'].meta
  const lines = sent.map((text, at) => `${at + 1}. ${text.trim().slice(0, 160)}`)
  return statementsMax !== undefined && lines.length <= statementsMax ? [] : [operation, ...lines]
}

it('opens and signs a consent in no more statements than the contract allows', async () => {
  const { clinicA: a } = testApp
  const { token: accessToken } = await a.addLink(await a.addSent())
  const { patient, ...viewed } = await a.addViewed()
  const { consentId } = viewed
  const { open, verify, read, sign } = contract.signing
  const over = [
    await beyond('open', () => testApp.anonymous().callOk(open, { accessToken })),
    await beyond('verify', () => testApp.anonymous().callOk(verify, { accessToken, dateOfBirth: birthDate })),
    await beyond('read', () => patient.callOk(read, { consentId })),
    await beyond('sign', () => patient.callOk(sign, signatureFor(viewed))),
  ]
  expect(over.flat()).toEqual([])
})
