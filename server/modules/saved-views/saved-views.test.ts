import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { saved_views_max } from '../../../contract/limits.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { list, create, update, remove } = contract.savedViews
const viewInput = (name: string, more: object = {}) => ({
  name,
  filter: { view: 'drafts' as const },
  ...more,
})
const viewNames = async (clinic: TestApp['clinicA'], who: 'dentist' | 'lead' | 'owner') =>
  (await clinic.as(who).callOk(list, {})).map(({ name }) => name)

describe('saved views', () => {
  it('keep what the list is narrowed by, for whoever saved them alone', async () => {
    const clinic = await testApp.addClinic('Own Views')
    const filter = {
      ...{ view: 'expiring' as const, search: 'crown', clinicianId: clinic.staff.lead.staffId! },
      ...{ templateId: clinic.templateId, from: '2026-03-01', to: '2026-03-31' },
    }
    const saved = await clinic.as('dentist').callOk(create, { name: ' Crowns of March ', filter })
    expect(saved).toMatchObject({ name: 'Crowns of March', isShared: false, filter })
    expect(await clinic.as('dentist').callOk(list, {})).toEqual([saved])
    expect(await viewNames(clinic, 'lead')).toEqual([])
    expect(await viewNames(clinic, 'owner')).toEqual([])
  })

  it('are kept for everyone only by those who may change the settings', async () => {
    const clinic = await testApp.addClinic('Shared Views')
    const refused = await clinic.as('dentist').call(create, viewInput('All drafts', { isShared: true }))
    expect([refused.status, refused.reason]).toEqual([403, 'not-allowed'])
    const shared = await clinic.as('manager').callOk(create, viewInput('All drafts', { isShared: true }))
    await clinic.as('dentist').callOk(create, viewInput('A first one'))
    expect(await viewNames(clinic, 'dentist')).toEqual(['All drafts', 'A first one'])
    expect(await viewNames(clinic, 'lead')).toEqual(['All drafts'])
    const viewId = shared.id
    expect((await clinic.as('dentist').call(update, { viewId, ...viewInput('Mine now') })).reason).toBe(
      'not-allowed',
    )
    expect((await clinic.as('dentist').call(remove, { viewId })).reason).toBe('not-allowed')
    expect(await viewNames(clinic, 'lead')).toEqual(['All drafts'])
  })

  it('are renamed, changed and removed by whose they are, and by nobody else', async () => {
    const { id: viewId } = await testApp.clinicA.as('dentist').callOk(create, viewInput('To change'))
    const changed = { viewId, name: 'Changed', filter: { view: 'awaiting' as const, search: 'smith' } }
    for (const other of [testApp.clinicA.as('lead'), testApp.clinicB.as('owner')]) {
      expect((await other.call(update, changed)).reason).toBe('not-found')
      expect((await other.call(remove, { viewId })).reason).toBe('not-found')
    }
    expect(await testApp.clinicA.as('dentist').callOk(update, changed)).toMatchObject({
      name: 'Changed',
      filter: changed.filter,
    })
    await testApp.clinicA.as('dentist').callOk(remove, { viewId })
    expect(await viewNames(testApp.clinicA, 'dentist')).not.toContain('Changed')
    expect((await testApp.clinicA.as('dentist').call(remove, { viewId })).reason).toBe('not-found')
  })

  it('have each a name of their own among those of one person', async () => {
    const clinic = await testApp.addClinic('Names')
    await clinic.as('dentist').callOk(create, viewInput('Drafts'))
    expect((await clinic.as('dentist').call(create, viewInput('Drafts'))).reason).toBe('name-taken')
    const other = await clinic.as('dentist').callOk(create, viewInput('Others'))
    const renamed = await clinic.as('dentist').call(update, { viewId: other.id, ...viewInput('Drafts') })
    expect(renamed.reason).toBe('name-taken')
    expect(
      (await clinic.as('dentist').call(update, { viewId: other.id, ...viewInput('Others') })).error,
    ).toBeNull()
    expect((await clinic.as('lead').call(create, viewInput('Drafts'))).error).toBeNull()
    expect((await clinic.as('dentist').call(create, viewInput('   '))).reason).toBe('invalid-input')
  })

  it(`are no more than ${saved_views_max} for one person, also when two are saved at once`, async () => {
    const clinic = await testApp.addClinic('Many Views')
    for (let number = 1; number < saved_views_max; number++)
      await clinic.as('dentist').callOk(create, viewInput(`View ${number}`))
    const last = await Promise.all(
      ['One more', 'And one'].map((name) => clinic.as('dentist').call(create, viewInput(name))),
    )
    expect(last.map(({ reason }) => reason).toSorted()).toEqual([null, 'too-many'].toSorted())
    expect(await viewNames(clinic, 'dentist')).toHaveLength(saved_views_max)
    expect((await clinic.as('lead').call(create, viewInput('Mine'))).error).toBeNull()
  })

  it('are saved once when the same is sent twice, and the audit log holds no name', async () => {
    const [input, key] = [viewInput(`Whitcombe ${randomUUID()}`), { idempotencyKey: randomUUID() }]
    const first = await testApp.clinicA.as('dentist').callOk(create, input, key)
    expect(await testApp.clinicA.as('dentist').callOk(create, input, key)).toEqual(first)
    const { rows } = await testApp.owner.query<{ row: string }>(
      `select row_to_json(r)::text as row from audit_rows r where subject = $1`,
      [first.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain('Whitcombe')
  })
})
