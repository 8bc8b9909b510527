import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { addHours, seedConsent, type SeededChange } from '../../testing/seeded-consents.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { checklist } from './compliance-checklist.ts'
import { consentChecks } from './compliance-checks.ts'

let testApp: TestApp
let clinic: TestClinic
let version: { templateId: string; versionId: string }

beforeAll(async () => {
  testApp = await openTestApp()
  clinic = await testApp.addClinic('Evidence')
  version = await versionBy('t.id = $1', clinic.templateId)
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { compliance } = contract

async function versionBy(where: string, value: string) {
  const { rows } = await testApp.owner.query<{ templateId: string; versionId: string }>(
    `select t.id as "templateId", t.current_version_id as "versionId" from templates t where ${where} limit 1`,
    [value],
  )
  return rows[0]!
}

/** Each item has a month of its own, so that none is counted with another's. */
const monthOf = (item: string) => {
  const place = Number(item.slice(2)) - 1
  return { year: 2022 + Math.floor(place / 12), month: place % 12 }
}
const dayOf = (item: string) => {
  const { year, month } = monthOf(item)
  return new Date(Date.UTC(year, month, 10, 10))
}
const askedOf = (item: string) => ({ period: 'month' as const, from: dateInTimeZone(dayOf(item)) })

type Case = { good?: (at: Date) => SeededChange; gap: (at: Date) => SeededChange }
const lead = () => clinic.staff.lead.staffId!
const child = { date_of_birth: '2015-06-01' }
const stop = (reason: string) => ({
  personalRisks: [
    {
      ruleId: 'R002',
      severity: 'stop',
      decision: 'accepted',
      statement: 'x',
      reason,
      because: [],
      teeth: [],
    },
  ],
})
const signs = { kind: 'signs', seen: 'Order of the court', answers: {} }
const withdrawn = (doneAfter: boolean) => (at: Date) => ({
  consent: { status: 'withdrawn', started_at: null },
  ended: { event: 'consent.withdrawn', details: {}, doneAfter },
  at,
})
const declined = (details: Record<string, unknown>) => () => ({
  consent: { status: 'declined', finalised_at: null, started_at: null },
  ended: { event: 'consent.declined', details, doneAfter: false },
})

/** What makes each item fall short and, where it is not about everybody, whom it is about. */
const cases: Record<string, Case> = {
  CQ01: { gap: (at) => ({ consent: { started_at: addHours(at, -30) } }) },
  CQ02: { gap: () => ({ plan: { options: [] } }) },
  CQ03: { gap: () => ({ versionId: 'without' }) },
  CQ04: { gap: () => ({ plan: { personalRisks: [] } }) },
  CQ05: { gap: () => ({ discussion: { what_matters: '' } }) },
  CQ06: { gap: () => ({ plan: { recommended: null, recommendedWhy: '' } }) },
  CQ07: { gap: (at) => ({ consent: { sent_at: addHours(at, -30) } }) },
  CQ08: {
    good: (at) => ({ question: { askedAt: addHours(at, -60), answeredAt: addHours(at, -58) } }),
    gap: (at) => ({ question: { askedAt: addHours(at, -60), answeredAt: addHours(at, -2) } }),
  },
  CQ09: { gap: () => ({ discussion: { understanding: 'not-yet' } }) },
  CQ10: { gap: () => ({ discussion: { note: 'Talked it over.' } }) },
  CQ11: { gap: (at) => ({ consent: { confirmed_at: addHours(at, 1) } }) },
  CQ12: { gap: (at) => ({ consent: { valid_until: addHours(at, 20) } }) },
  CQ13: {
    good: () => ({ versionId: 'extraction', secondBy: lead() }),
    gap: () => ({ versionId: 'extraction', secondBy: null }),
  },
  CQ14: { gap: () => ({ isReviewed: false }) },
  CQ15: { good: () => ({ plan: stop('Talked to the doctor') }), gap: () => ({ plan: stop('') }) },
  CQ16: {
    good: () => ({ assessment: { result: 'has', decision: null } }),
    gap: () => ({ authority: { kind: 'stop', seen: '', answers: { capacity: 'doubted' } } }),
  },
  CQ17: {
    good: () => ({
      assessment: {
        result: 'lacks',
        decision: {
          consulted: { chosen: [], text: '', people: [{ name: 'x', relationship: 'y', view: 'z' }] },
        },
      },
    }),
    gap: () => ({ assessment: { result: 'lacks', decision: null } }),
  },
  CQ18: {
    good: () => ({ signature: { signer_role: 'attorney' }, authority: signs }),
    gap: () => ({ signature: { signer_role: 'attorney' }, authority: { ...signs, seen: '' } }),
  },
  CQ19: { good: () => ({ patient: child, authority: signs }), gap: () => ({ patient: child }) },
  CQ20: {
    good: () => ({ patient: child, discussion: { child_view: 'Wants it done before the holidays' } }),
    gap: () => ({ patient: child }),
  },
  CQ21: { gap: () => ({ patient: { needs_asked_on: null } }) },
  CQ22: {
    good: () => ({ patient: { access_needs: ['large-print'] }, plan: { format: 'large-print' } }),
    gap: () => ({ patient: { language: 'pl' } }),
  },
  CQ23: {
    good: () => ({ patient: { access_needs: ['interpreter'] }, discussion: { interpreter: 'declined' } }),
    gap: () => ({ patient: { access_needs: ['interpreter'] } }),
  },
  CQ26: {
    good: () => ({ versionId: 'sedation' }),
    gap: (at) => ({ versionId: 'sedation', signature: { at: addHours(at, 46) } }),
  },
  CQ27: { gap: () => ({ pricePence: null }) },
  CQ28: { gap: () => ({ discussion: { copy: null } }) },
  CQ29: { good: withdrawn(false), gap: withdrawn(true) },
  CQ30: {
    good: declined({ consequences: 'It may get worse', safetyNet: 'Phone us' }),
    gap: declined({}),
  },
  CQ31: { gap: () => ({ discussion: { copy: null } }) },
  CQ33: { gap: () => ({ discussion: { staff_id: clinic.staff.receptionist.staffId! } }) },
  CQ36: { gap: () => ({ isChainBroken: true }) },
}

/** A version that says nothing of no treatment, and those of other treatment types. */
async function versions(): Promise<Record<string, string>> {
  const without = crypto.randomUUID()
  await testApp.owner.query(
    `insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
     select $1, template_id, 2, '2.0', heading, jsonb_set(wording, '{sections}', '[]'), hash, 'test', 'Cut'
     from template_versions where id = $2`,
    [without, version.versionId],
  )
  const { versionId: extraction } = await versionBy(
    'owner_clinic_id is null and treatment_type = $1',
    'Tooth Extraction',
  )
  const { versionId: sedation } = await versionBy(
    'owner_clinic_id is null and treatment_type = $1',
    'Sedation and Anaesthesia',
  )
  return { without, extraction, sedation }
}

describe('the items about single consents', () => {
  beforeAll(async () => {
    const named = await versions()
    for (const [item, { good, gap }] of Object.entries(cases)) {
      const at = dayOf(item)
      for (const change of [good?.(at), good?.(at), good?.(at), gap(at)]) {
        const versionId = change?.versionId && named[change.versionId]
        await seedConsent(testApp.owner, clinic, version, { ...change, ...(versionId && { versionId }), at })
      }
    }
  })

  it('are each tried here', () => {
    const tried = [...consentChecks.map(({ item }) => item), 'CQ21'].toSorted()
    expect(Object.keys(cases).toSorted()).toEqual(tried)
  })

  it.each(Object.keys(cases))('%s counts three of four, and says which falls short', async (itemId) => {
    const detail = await clinic.as('manager').callOk(compliance.item, { itemId, ...askedOf(itemId) })
    const { item, records } = detail
    expect([item.of, records.rows.map(({ isMet }) => isMet)]).toEqual([4, [false, true, true, true]])
    if (itemId === 'CQ12') expect(item).toMatchObject({ value: 1, state: 'below', target: 0 })
    else expect(item).toMatchObject({ count: 3, value: 75, state: 'below' })
    const gaps = await clinic
      .as('manager')
      .callOk(compliance.item, { itemId, show: 'gaps', ...askedOf(itemId) })
    expect(gaps.records.rows.map(({ isMet }) => isMet)).toEqual([false])
    expect(gaps.records.total).toBe(1)
  })

  it('have no data where there was nothing to count, and never all of nothing', async () => {
    const asked = { period: 'month' as const, from: '2019-05-01' }
    const { items } = await clinic.as('manager').callOk(compliance.overview, asked)
    const counted = items.filter(({ unit, id }) => unit === 'percent' && !['CQ32', 'CQ34'].includes(id))
    expect(counted.map(({ value, state }) => [value, state])).toEqual(counted.map(() => [null, 'no-data']))
    expect(items.find(({ id }) => id === 'CQ12')).toMatchObject({ value: null, state: 'no-data' })
  })

  it('show the spans before as their trend', async () => {
    const { item } = await clinic
      .as('manager')
      .callOk(compliance.item, { itemId: 'CQ05', ...askedOf('CQ06') })
    expect(item.trend.map(({ from, count, of }) => [from, count, of])).toEqual([
      ['2022-03-01', 4, 4],
      ['2022-04-01', 4, 4],
      ['2022-05-01', 3, 4],
      ['2022-06-01', 4, 4],
    ])
  })

  it('tell another practice nothing', async () => {
    const { items } = await testApp.clinicB.as('manager').callOk(compliance.overview, askedOf('CQ05'))
    expect(items.find(({ id }) => id === 'CQ05')).toMatchObject({ of: 0, state: 'no-data' })
    const { records } = await testApp.clinicB
      .as('manager')
      .callOk(compliance.item, { itemId: 'CQ05', ...askedOf('CQ05') })
    expect(records.rows).toEqual([])
  })
})

describe('the list', () => {
  it('has forty items, and no score of them', async () => {
    const answer = await clinic.as('manager').callOk(compliance.overview, {})
    expect(answer.items).toHaveLength(40)
    expect(answer.items.map(({ id }) => id)).toEqual(checklist.items.map(({ id }) => id))
    expect(Object.keys(answer).toSorted()).toEqual(['framework', 'items', 'period', 'span', 'uncounted'])
  })

  it('follows the nation of the practice', async () => {
    const wales = await testApp.addClinic('Wales')
    await testApp.owner.query(`update clinics set nation = 'wales' where id = $1`, [wales.id])
    const { framework, items } = await wales.as('manager').callOk(compliance.overview, {})
    expect(framework).toMatchObject({ short: 'HIW', isConfirmed: false, frameworks: [] })
    expect(items[0]).toMatchObject({ regulations: [], statement: null })
    const england = await clinic.as('manager').callOk(compliance.overview, {})
    expect(england.framework.frameworks.map(({ id, isInForce }) => [id, isInForce])).toEqual([
      ['SAF-2024', true],
      ['PCC-2026', false],
    ])
    expect(england.items[0]!.regulations).toEqual(['11 Need for consent'])
  })

  it('refuses days that are no span, items that are none, and whoever may not see it', async () => {
    const ask = (input: object) => clinic.as('manager').call(compliance.overview, { period: 'own', ...input })
    for (const days of [
      {},
      { from: '2026-02-01', to: '2026-01-01' },
      { from: '2020-01-01', to: '2026-01-01' },
    ])
      expect((await ask(days)).reason).toBe('wrong-period')
    expect((await ask({ from: '2026-01-01', to: '2026-01-31' })).error).toBeNull()
    expect((await clinic.as('manager').call(compliance.item, { itemId: 'CQ41' })).reason).toBe('not-found')
    expect((await clinic.as('dentist').call(compliance.overview, {})).status).toBe(403)
  })
})
