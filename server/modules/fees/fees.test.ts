import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClinicCaller } from '../../../contract/access.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import type { FeeSort } from '../../../contract/fees.ts'
import { transact } from '../../platform/database/transaction.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { feesToday } from './fee-quotes.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { charges, import: importFees, list, remove, save } = contract.fees
const day_ms = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => dateInTimeZone(new Date(Date.now() + days * day_ms))
const today = dayFromNow(0)

const manager = (clinic: TestClinic) => clinic.as('manager')
const feeOf = (clinic: TestClinic, more: object = {}) => ({
  ...{ templateId: clinic.templateId, pricePence: 45_000, unit: 'treatment' as const, band: null },
  ...{ effectiveFrom: today, ...more },
})
/** The list's row of the practice's own template. */
async function rowOf(clinic: TestClinic) {
  const { rows } = await clinic.as('dentist').callOk(list, { search: 'molar root canal' })
  return rows.find(({ templateId }) => templateId === clinic.templateId)!
}
const prefilledFee = async ({ as, templateId }: TestClinic) =>
  (await as('dentist').callOk(contract.consents.prefill, { templateId })).fee
const auditOf = async (subject: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_rows where subject = $1 and action like 'fee.%' order by sequence`,
    [subject],
  )
  return rows
}

describe('the fee list', () => {
  it('shows every treatment in use, what it costs today and what is to come, and finds by words', async () => {
    const clinic = await testApp.addClinic('List')
    const all = await clinic.as('dentist').callOk(list, { pageSize: 1 })
    expect(all.total).toBeGreaterThan(20)
    expect(await rowOf(clinic)).toMatchObject({ current: null, coming: null })
    const saved = await manager(clinic).callOk(save, feeOf(clinic))
    const later = dayFromNow(30)
    await manager(clinic).callOk(save, feeOf(clinic, { pricePence: 48_000, effectiveFrom: later }))
    const row = await rowOf(clinic)
    expect(row.current).toEqual(saved.current)
    expect(row.current).toMatchObject({ pricePence: 45_000, unit: 'treatment', effectiveFrom: today })
    expect(row.coming).toMatchObject({ pricePence: 48_000, effectiveFrom: later })
    const search = row.name.slice(0, 6).toUpperCase()
    const found = await clinic.as('dentist').callOk(list, { search })
    expect(found.rows.map(({ templateId }) => templateId)).toContain(clinic.templateId)
    expect((await clinic.as('dentist').callOk(list, { search: 'zeppelin' })).total).toBe(0)
  })

  it('has those with a fee first, and is sorted by price and day as they apply today', async () => {
    const clinic = await testApp.addClinic('Sorted')
    const as = manager(clinic)
    const { rows } = await as.callOk(list, { sort: 'name', pageSize: 5 })
    const [dear, cheap, ended, coming, band] = rows.map(({ templateId }) => templateId) as [
      ...[string, string, string, string, string],
    ]
    const set = (templateId: string, more: object) => as.callOk(save, feeOf(clinic, { templateId, ...more }))
    await set(dear, { pricePence: 100, effectiveFrom: '2025-01-06' })
    await set(dear, { pricePence: 90_000, effectiveFrom: dayFromNow(-3) })
    await set(dear, { pricePence: 1, effectiveFrom: dayFromNow(9) })
    await set(cheap, { pricePence: 80_000 })
    await set(cheap, { pricePence: 2000 })
    const { current } = await set(ended, { pricePence: 5 })
    await as.callOk(remove, { feeId: current!.id })
    await set(coming, { pricePence: 3, effectiveFrom: dayFromNow(2) })
    await set(band, { pricePence: null, band: 'band-1', effectiveFrom: dayFromNow(-1) })

    const sorted = async (sort: FeeSort) => {
      const page = await as.callOk(list, { sort, pageSize: 100 })
      return page.rows.map(({ templateId }) => templateId)
    }
    expect((await sorted('price')).slice(0, 2)).toEqual([cheap, dear])
    expect((await sorted('-price')).slice(0, 2)).toEqual([dear, cheap])
    expect((await sorted('from')).slice(0, 3)).toEqual([dear, band, cheap])
    expect((await sorted('-from')).slice(0, 3)).toEqual([cheap, band, dear])
    expect((await sorted('set')).slice(0, 4).toSorted()).toEqual([dear, cheap, coming, band].toSorted())
    expect((await sorted('set')).slice(0, 4)).not.toContain(ended)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => as.callOk(list, { sort: '-name', pageSize: 100, page })),
    )
    const names = pages.flatMap((page) => page.rows.map(({ templateId }) => templateId))
    expect(names.toReversed().slice(0, 5)).toEqual([dear, cheap, ended, coming, band])
    expect(new Set(names).size).toBe(pages[0]!.total)
  })

  it('is what consents are prefilled with on the day', async () => {
    const clinic = await testApp.addClinic('Prefilled')
    expect(await prefilledFee(clinic)).toBeNull()
    const fee = { pricePence: 9000, unit: 'tooth', band: 'band-2' } as const
    await manager(clinic).callOk(save, feeOf(clinic, fee))
    await manager(clinic).callOk(save, feeOf(clinic, { effectiveFrom: dayFromNow(1) }))
    const { bands, isOutdated } = await clinic.as('dentist').callOk(charges, {})
    const { pricePence: bandPence } = bands.find(({ band }) => band === 'band-2')!
    expect(await prefilledFee(clinic)).toEqual({
      ...{ ...fee, bandPence: isOutdated ? null : bandPence },
      isFromGroup: false,
    })
  })

  it('quotes what the NHS charges for a band, and nothing once that is outdated', async () => {
    const clinic = await testApp.addClinic('Outdated')
    await manager(clinic).callOk(save, feeOf(clinic, { band: 'band-2', effectiveFrom: '2026-04-01' }))
    const { templateId } = clinic
    const caller = { audience: 'clinic', clinicId: clinic.id } as ClinicCaller
    const feeAt = (day: string) =>
      transact(testApp.app.database, caller, {
        now: new Date(`${day}T12:00:00Z`),
        work: async (scope) => (await feesToday(scope, [templateId])).get(templateId),
        beforeCommit: () => null,
      })
    expect(await feeAt('2027-03-31')).toMatchObject({ band: 'band-2', bandPence: 7660 })
    expect(await feeAt('2199-04-01')).toMatchObject({ band: 'band-2', bandPence: null })
  })

  it('is changed by those who may change the settings, and read by those who prepare consents', async () => {
    const clinic = await testApp.addClinic('Permissions')
    const refused = await clinic.as('dentist').call(save, feeOf(clinic))
    expect([refused.status, refused.code]).toEqual([403, 'permission-denied'])
    const { current } = await manager(clinic).callOk(save, feeOf(clinic))
    expect((await clinic.as('dentist').call(remove, { feeId: current!.id })).status).toBe(403)
    expect(await rowOf(clinic)).toMatchObject({ current: { id: current!.id } })
  })

  it('keeps what applied before, and the audit log tells the change', async () => {
    const clinic = await testApp.addClinic('History')
    await manager(clinic).callOk(save, feeOf(clinic, { effectiveFrom: '2025-01-06' }))
    await manager(clinic).callOk(save, feeOf(clinic, { pricePence: 46_000 }))
    await manager(clinic).callOk(save, feeOf(clinic, { pricePence: 47_000 }))
    expect(await rowOf(clinic)).toMatchObject({ current: { pricePence: 47_000 } })
    const { rows } = await testApp.owner.query(
      'select price_pence from fees where clinic_id = $1 order by created_at',
      [clinic.id],
    )
    expect(rows.map(({ price_pence }) => price_pence)).toEqual([45_000, 46_000, 47_000])
    expect((await auditOf(clinic.templateId)).map(({ details }) => details)).toMatchObject([
      { pricePence: 45_000, before: null },
      { pricePence: 46_000, before: { pricePence: 45_000 } },
      { pricePence: 47_000, before: { pricePence: 46_000 } },
    ])
  })

  it('refuses what is no fee, no treatment in use, or would never apply', async () => {
    const clinic = await testApp.addClinic('Refusals')
    const call = async (more: object) => {
      const { status, reason } = await manager(clinic).call(save, feeOf(clinic, more))
      return [status, reason]
    }
    expect(await call({ pricePence: null })).toEqual([400, 'invalid-input'])
    expect(await call({ pricePence: -1 })).toEqual([400, 'invalid-input'])
    expect(await call({ band: 'private' })).toEqual([400, 'invalid-input'])
    expect(await call({ effectiveFrom: '2026-02-30' })).toEqual([400, 'invalid-input'])
    expect(await call({ templateId: randomUUID() })).toEqual([404, 'not-found'])
    expect(await call({ templateId: testApp.clinicB.templateId })).toEqual([404, 'not-found'])
    await manager(clinic).callOk(save, feeOf(clinic))
    expect(await call({ effectiveFrom: dayFromNow(-1) })).toEqual([409, 'superseded'])
    expect(await call({ pricePence: null, band: 'band-1' })).toEqual([200, null])
  })

  it('refuses what would never apply because a fee of a later day has ended since', async () => {
    const clinic = await testApp.addClinic('Ended')
    const { current } = await manager(clinic).callOk(save, feeOf(clinic, { effectiveFrom: '2025-01-06' }))
    await manager(clinic).callOk(remove, { feeId: current!.id })
    const refused = await manager(clinic).call(save, feeOf(clinic, { effectiveFrom: '2025-01-05' }))
    expect([refused.status, refused.reason]).toEqual([409, 'superseded'])
  })

  it('ends a fee with the changes to come; cancels one change alone; the same again finds nothing', async () => {
    const clinic = await testApp.addClinic('Removed')
    await manager(clinic).callOk(save, feeOf(clinic, { effectiveFrom: '2025-01-06' }))
    const change = feeOf(clinic, { pricePence: 48_000, effectiveFrom: dayFromNow(30) })
    const { coming } = await manager(clinic).callOk(save, change)
    const cancelled = await manager(clinic).callOk(remove, { feeId: coming!.id })
    expect(cancelled).toMatchObject({ current: { pricePence: 45_000 }, coming: null })
    expect((await manager(clinic).call(remove, { feeId: coming!.id })).reason).toBe('not-found')
    const { current } = await manager(clinic).callOk(save, change)
    const ended = await manager(clinic).callOk(remove, { feeId: current!.id })
    expect(ended).toMatchObject({ current: null, coming: null })
    expect(await prefilledFee(clinic)).toBeNull()
    expect((await auditOf(clinic.templateId)).at(-1)).toMatchObject({
      action: 'fee.removed',
      details: { pricePence: 45_000, isComing: false },
    })
    const { rows } = await testApp.owner.query('select 1 from fees where clinic_id = $1', [clinic.id])
    expect(rows).toHaveLength(3)
  })

  it('is each practice’s own', async () => {
    const [clinic, other] = [await testApp.addClinic('One'), await testApp.addClinic('Another')]
    const { rows } = await clinic.as('dentist').callOk(list, { search: 'crown' })
    const { templateId } = rows[0]!
    const { current } = await manager(clinic).callOk(save, feeOf(clinic, { templateId }))
    expect((await manager(other).call(remove, { feeId: current!.id })).reason).toBe('not-found')
    const elsewhere = await manager(other).callOk(list, { search: 'crown' })
    expect(elsewhere.rows.find((row) => row.templateId === templateId)).toMatchObject({ current: null })
    const { fee } = await other.as('dentist').callOk(contract.consents.prefill, { templateId })
    expect(fee).toBeNull()
  })
})

describe('an import', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const file = (text: string, isTrial: boolean) => ({ content: base64(text), isTrial })

  it('is tried first, then applied, and the same again changes nothing', async () => {
    const clinic = await testApp.addClinic('Import')
    const { name } = await rowOf(clinic)
    const text = `Treatment,Fee,Unit,NHS band,From\n"${name}","£1,450.50",per tooth,2,\nVeneer of gold,1,,,\n`
    const trial = await manager(clinic).callOk(importFees, file(text, true))
    expect(trial.counts).toEqual({ new: 1, changed: 0, unchanged: 0, unusable: 1 })
    expect(trial.rows[1]!.problems).toHaveLength(1)
    expect(await rowOf(clinic)).toMatchObject({ current: null })
    expect((await manager(clinic).callOk(importFees, file(text, false))).counts).toEqual(trial.counts)
    expect(await rowOf(clinic)).toMatchObject({
      current: { pricePence: 145_050, unit: 'tooth', band: 'band-2', effectiveFrom: today },
    })
    const again = await manager(clinic).callOk(importFees, file(text, false))
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 1, unusable: 1 })
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where clinic_id = $1 and action = 'fee.imported' order by sequence`,
      [clinic.id],
    )
    expect(rows.map(({ details }) => details)).toEqual([trial.counts, again.counts])
  })

  it('twice at once writes each fee once', async () => {
    const clinic = await testApp.addClinic('Import Twice')
    const { name } = await rowOf(clinic)
    const text = `Treatment,Fee\n"${name}",450\n`
    const done = await Promise.all(
      Array.from({ length: 4 }, () => manager(clinic).callOk(importFees, file(text, false))),
    )
    const outcomes = done.map(({ rows }) => rows[0]!.outcome).toSorted()
    expect(outcomes).toEqual(['new', 'unchanged', 'unchanged', 'unchanged'])
    const { rows } = await testApp.owner.query('select 1 from fees where clinic_id = $1', [clinic.id])
    expect(rows).toHaveLength(1)
  })

  it('is refused in words where its file is no table of fees', async () => {
    const clinic = await testApp.addClinic('No Table')
    const refusal = async (text: string) => (await manager(clinic).call(importFees, file(text, true))).reason
    expect(await refusal('Surname,Born\nQuill,1961\n')).toBe('columns-missing')
    expect(await refusal('Treatment,Fee\n')).toBe('no-rows')
    expect(await refusal('\n')).toBe('empty')
    expect(await refusal('Treatment,Fee\n"Crown,1\n')).toBe('quote-not-closed')
    expect(await refusal(`Treatment,Fee\n${'Crown,1\n'.repeat(1001)}`)).toBe('too-many-rows')
    expect((await clinic.as('dentist').call(importFees, file('Treatment,Fee\nCrown,1\n', true))).status).toBe(
      403,
    )
  })
})

describe('what the NHS charges', () => {
  it('is that of the practice’s nation, with source and date', async () => {
    const clinic = await testApp.addClinic('Nation')
    const english = await clinic.as('dentist').callOk(charges, {})
    expect(english).toMatchObject({ nation: 'england', maximumPence: null })
    expect(english.bands.map(({ band }) => band)).toEqual(['band-1', 'band-2', 'band-3', 'urgent'])
    await testApp.owner.query(`update clinics set nation = 'scotland' where id = $1`, [clinic.id])
    const scottish = await clinic.as('dentist').callOk(charges, {})
    expect(scottish).toMatchObject({ nation: 'scotland', bands: [], maximumPence: 38_400 })
    for (const { sources } of [english, scottish]) expect(sources[0]!.url).toMatch(/^https:/)
  })
})

describe('a consent', () => {
  const send = contract.consents.send
  const sentPrices = async (clinic: TestClinic, pricePence: number) => {
    const { id: consentId } = await clinic.addDraft({ pricePence })
    const asked = { consentId, by: 'link' as const, unaskedAcknowledged: true, wordingConfirmed: true }
    await clinic.as('dentist').callOk(send, asked)
    const { rows } = await testApp.owner.query<{ details: { prices?: unknown } }>(
      `select details from consent_events where consent_id = $1 and event = 'consent.sent'`,
      [consentId],
    )
    const { events } = await clinic.as('dentist').callOk(contract.consents.get, { consentId })
    const sent = events.find(({ event }) => event === 'consent.sent')!
    return { prices: rows[0]!.details.prices, what: sent.what }
  }

  it('sent at another price than the list’s says so in its chain, with both', async () => {
    const clinic = await testApp.addClinic('Other Price')
    expect((await sentPrices(clinic, 40_000)).prices).toBeUndefined()
    await manager(clinic).callOk(save, feeOf(clinic))
    expect((await sentPrices(clinic, 45_000)).prices).toBeUndefined()
    const { prices, what } = await sentPrices(clinic, 40_000)
    const { templateId } = clinic
    expect(prices).toEqual([{ templateId, pricePence: 40_000, listPricePence: 45_000 }])
    expect(what).toContain('price differs from the fee list')
  })
})
