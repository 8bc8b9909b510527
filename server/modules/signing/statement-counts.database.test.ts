import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { birthDate, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const sent: string[] = []
// Connections take their query from here when they are made. Those of the application alone are pipelined.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client & { pipeline: boolean }, ...asked: never[]) {
  const [given] = asked as unknown as [string | { text?: string; scope?: { text: string } }]
  if (this.pipeline && typeof given !== 'string' && given.scope) sent.push(given.scope.text)
  if (this.pipeline) sent.push(typeof given === 'string' ? given : (given.text ?? ''))
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

/** Whether practices may write is asked once for all in some seconds, by whichever request comes first then. */
const remembered = 'from maintenance where'

type Operation = {
  '~orpc': { meta: Pick<OperationMeta, 'statementsMax' | 'readsOnce'>; route: { path?: string } }
}

/** What was sent, in its order. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  sent.length = 0
  await work()
  return sent.filter((text) => !text.includes(remembered))
}

/**
 * What was sent beyond the budget, with all that was sent, so that it is seen what is new. Reads that ask once are asked
 * before: from then on who asks is asked along with what they ask.
 */
async function beyond(operation: Operation, work: () => Promise<unknown>): Promise<string[]> {
  const { meta, route } = operation['~orpc']
  if (meta.readsOnce) await work()
  const lines = (await sentBy(work)).map((text, at) => `${at + 1}. ${text.trim().slice(0, 160)}`)
  const isWithin = meta.statementsMax !== undefined && lines.length <= meta.statementsMax
  return isWithin ? [] : [`${route.path}: ${lines.length} of ${meta.statementsMax}`, ...lines]
}

it('opens and signs a consent in no more statements than the contract allows', async () => {
  const { clinicA: a } = testApp
  const { token: accessToken } = await a.addLink(await a.addSent())
  const { patient, ...viewed } = await a.addViewed()
  const { consentId } = viewed
  const { open, verify, read, sign } = contract.signing
  const { viewings } = contract
  const over = [
    await beyond(open, () => testApp.anonymous().callOk(open, { accessToken })),
    await beyond(verify, () => testApp.anonymous().callOk(verify, { accessToken, dateOfBirth: birthDate })),
    await beyond(read, () => patient.callOk(read, { consentId })),
    await beyond(viewings.list, () => patient.callOk(viewings.list, { consentId })),
    await beyond(sign, () => patient.callOk(sign, signatureFor(viewed))),
  ]
  expect(over.flat()).toEqual([])
})

it('shows the practice its day, its lists and its figures in no more than that', async () => {
  const { clinicA } = testApp
  const signed = await clinicA.addSigned()
  const treatments = [{ templateId: clinicA.templateId, teeth: ['46'] }]
  for (const time of ['09:00', '10:00']) await clinicA.addAppointment({ ...signed, treatments, time })
  const draft = await clinicA.addDraft()
  const { appointments, patients, consents, clinicFigures, search } = contract
  const months = { period: 'months', from: '2026-01', to: '2026-06' } as const
  const dentist = clinicA.as('dentist')
  const manager = clinicA.as('manager')
  const over = [
    await beyond(appointments.day, () => dentist.callOk(appointments.day, { clinician: 'all' })),
    await beyond(patients.list, () => dentist.callOk(patients.list, {})),
    await beyond(search.find, () => dentist.callOk(search.find, { text: 'whitcombe eleanor root' })),
    await beyond(clinicFigures.overview, () => manager.callOk(clinicFigures.overview, months)),
    await beyond(consents.send, () =>
      dentist.callOk(consents.send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true }),
    ),
  ]
  expect(over.flat()).toEqual([])
})

it('asks the first time who asks by a statement of its own, and from then on along with the question', async () => {
  const { clinicA: a } = testApp
  const { token: accessToken } = await a.addLink(await a.addSent())
  const { open } = contract.signing
  const look = () => sentBy(() => testApp.anonymous().callOk(open, { accessToken }))
  const [first, next] = [await look(), await look()]
  expect(first.map((text) => text.includes('open_link'))).toEqual([true, false, false])
  expect(next.map((text) => text.includes('open_link'))).toEqual([true, false])
})
