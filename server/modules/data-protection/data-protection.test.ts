import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BreachEntry } from '../../../contract/data-protection.ts'
import { contract } from '../../../contract/index.ts'
import { hour_ms } from '../../platform/clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { dataProtection } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const owner = () => testApp.clinicA.as('owner')
const hoursAgo = (hours: number) => new Date(testApp.clock.now().getTime() - hours * hour_ms).toISOString()
const open = (hours = 1) =>
  owner().callOk(dataProtection.openBreach, {
    title: 'Letter to the wrong address',
    discoveredAt: hoursAgo(hours),
  })
const addEntry = (breachId: string, said: BreachEntry) =>
  owner().callOk(dataProtection.addBreachEntry, { breachId, said })
const refusalReason = async (breachId: string, said: BreachEntry) =>
  (await owner().call(dataProtection.addBreachEntry, { breachId, said })).reason
const close = (breachId: string) =>
  owner().call(dataProtection.closeBreach, { breachId, lessons: 'Check twice' })

describe('a breach', () => {
  it('is for those who run the practice, and for nobody of another', async () => {
    const { id } = await open()
    expect((await testApp.clinicA.as('dentist').call(dataProtection.listBreaches, {})).status).toBe(403)
    const other = testApp.clinicB.as('owner')
    expect(await other.callOk(dataProtection.listBreaches, {})).toEqual([])
    const said = { kind: 'noted', note: 'x' } as const
    for (const answer of [
      await other.call(dataProtection.getBreach, { breachId: id }),
      await other.call(dataProtection.addBreachEntry, { breachId: id, said }),
      await other.call(dataProtection.closeBreach, { breachId: id, lessons: 'x' }),
    ])
      expect([answer.status, answer.reason]).toEqual([404, 'not-found'])
  })

  it('is judged, told, mended and closed once, also by two at once', async () => {
    const { id, gaps } = await open()
    expect(gaps).toEqual(['assessment', 'measures'])
    expect((await close(id)).reason).toBe('incomplete')
    expect(await refusalReason(id, { kind: 'commissioner-not-told', reason: 'x' })).toBe('not-assessed')
    await addEntry(id, {
      kind: 'facts',
      facts: 'Sent to number 12',
      effects: 'Read by a neighbour',
      people: 1,
      records: 2,
    })
    const judged = await addEntry(id, { kind: 'assessed', risk: 'high', reason: 'Health data' })
    expect(judged).toMatchObject({ risk: 'high', people: 1, gaps: ['commissioner', 'people', 'measures'] })
    expect(await refusalReason(id, { kind: 'commissioner-not-told', reason: 'x' })).toBe('must-tell')
    const told = (at: string) => ({ kind: 'commissioner-told', at, reference: 'IC-1', delay: '' }) as const
    expect(await refusalReason(id, told(hoursAgo(-1)))).toBe('in-future')
    expect(await refusalReason(id, told(hoursAgo(2)))).toBe('before-discovery')
    await addEntry(id, told(hoursAgo(0)))
    await addEntry(id, { kind: 'people-told', how: 'By telephone' })
    expect((await addEntry(id, { kind: 'measures', measures: 'Window envelopes' })).gaps).toEqual([])
    const both = await Promise.all([close(id), close(id)])
    expect(both.map(({ status, reason }) => reason ?? status).toSorted()).toEqual([200, 'already-closed'])
    expect(await refusalReason(id, { kind: 'noted', note: 'x' })).toBe('already-closed')
    const { rows } = await testApp.owner.query(
      `select action, details from audit_rows where subject = $1 order by sequence`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toContain('breach.closed')
    expect(JSON.stringify(rows)).not.toContain('neighbour')
  })

  it('cannot be discovered tomorrow; is overdue after 72 hours; told later, it says why', async () => {
    const late = await owner().call(dataProtection.openBreach, { title: 'x', discoveredAt: hoursAgo(-1) })
    expect([late.status, late.reason]).toEqual([400, 'in-future'])
    const { id, isOverdue } = await open(73)
    expect(isOverdue).toBe(true)
    await addEntry(id, { kind: 'assessed', risk: 'risk', reason: 'x' })
    const told = { kind: 'commissioner-told', at: hoursAgo(0), reference: '', delay: '' } as const
    expect(await refusalReason(id, told)).toBe('delay-unexplained')
    expect((await addEntry(id, { ...told, delay: 'Found over a holiday' })).isOverdue).toBe(false)
    expect((await open(71)).isOverdue).toBe(false)
  })
})

describe('the processing record', () => {
  const entry = {
    ...{ purpose: 'Cameras at the door', lawfulBasis: 'Legitimate interests', people: 'Visitors' },
    ...{ data: 'Pictures', recipients: 'None', transfers: 'None', retention: '30 days', security: 'Locked' },
  }

  it('comes filled in, takes changes, entries of one’s own, and gives back what was left out', async () => {
    const clinic = await testApp.addClinic('Recording')
    const asked = clinic.as('owner')
    const shipped = await asked.callOk(dataProtection.processing, {})
    expect(shipped.entries.map(({ key }) => key)).toContain('consents')
    expect(shipped.entries.every(({ origin }) => origin === 'shipped')).toBe(true)
    expect(shipped.subProcessors.map(({ service }) => service)).toEqual(['E-mail'])

    await Promise.all(
      [1, 2].map(() => asked.callOk(dataProtection.saveProcessing, { ...entry, key: 'consents' })),
    )
    const own = await asked.callOk(dataProtection.saveProcessing, { ...entry, key: null })
    expect(own.entries.find(({ key }) => key === 'consents')).toMatchObject({ origin: 'changed', ...entry })
    const { key } = own.entries.at(-1)!
    await asked.callOk(dataProtection.saveProcessing, { ...entry, key, purpose: 'Cameras inside' })
    const left = await asked.callOk(dataProtection.removeProcessing, { key: 'consents' })
    expect(left.leftOut.map((each) => each.key)).toEqual(['consents'])
    expect(left.entries.at(-1)).toMatchObject({ purpose: 'Cameras inside', origin: 'own' })
    const back = await asked.callOk(dataProtection.removeProcessing, { key: 'consents', restore: true })
    expect(back.entries.find((each) => each.key === 'consents')!.origin).toBe('shipped')
    expect(
      (await asked.call(dataProtection.removeProcessing, { key: 'consents', restore: true })).reason,
    ).toBe('not-found')
    const other = testApp.clinicB.as('owner')
    for (const answer of [
      await other.call(dataProtection.saveProcessing, { ...entry, key }),
      await other.call(dataProtection.removeProcessing, { key }),
      await other.call(dataProtection.removeProcessing, { key: 'nothing-such' }),
    ])
      expect(answer.reason).toBe('not-found')
    await asked.callOk(dataProtection.removeProcessing, { key })
    expect((await asked.callOk(dataProtection.processing, {})).entries).toHaveLength(shipped.entries.length)
  })

  it('holds so many entries, and no more', async () => {
    const clinic = await testApp.addClinic('Full')
    await testApp.owner.query(
      `insert into processing_entries (clinic_id, purpose, lawful_basis, people, data, recipients, transfers, retention, security, changed_by, changed_at)
       select $1, 'p', 'l', 'p', 'd', 'r', 't', 'r', 's', 'x', now() from generate_series(1, 60)`,
      [clinic.id],
    )
    expect(
      (await clinic.as('owner').call(dataProtection.saveProcessing, { ...entry, key: null })).reason,
    ).toBe('too-many')
  })

  it('is given as a table and as pages, by those who may', async () => {
    const table = await owner().get('/api/clinic/processing-record.csv')
    expect(table.raw.toString()).toContain('"Purpose","Lawful basis"')
    const pages = await owner().get('/api/clinic/processing-record.pdf')
    expect(pages.headers['content-type']).toBe('application/pdf')
    expect(pages.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await testApp.clinicA.as('dentist').get('/api/clinic/processing-record.csv')).status).toBe(403)
  })
})

it('duties count what waits, for this practice alone', async () => {
  const clinic = await testApp.addClinic('Dutiful')
  const duties = () => clinic.as('owner').callOk(dataProtection.duties, {})
  const before = await duties()
  expect(before).toMatchObject({ requestsDue: 0, breachesOpen: 0, breachesOverdue: 0 })
  await clinic.as('owner').callOk(dataProtection.openBreach, { title: 'x', discoveredAt: hoursAgo(80) })
  await clinic.as('owner').callOk(dataProtection.openBreach, { title: 'y', discoveredAt: hoursAgo(1) })
  const asked = { kind: 'access', patientId: null, from: 'x' } as const
  await clinic.as('owner').callOk(contract.dataRequests.open, { ...asked, receivedOn: '2025-01-06' })
  await clinic
    .as('owner')
    .callOk(contract.dataRequests.open, { ...asked, receivedOn: hoursAgo(24).slice(0, 10) })
  expect(await duties()).toEqual({ ...before, requestsDue: 1, breachesOpen: 2, breachesOverdue: 1 })
  expect((await clinic.as('dentist').call(dataProtection.duties, {})).status).toBe(403)
})
