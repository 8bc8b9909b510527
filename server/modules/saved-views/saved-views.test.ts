import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { saved_views_max } from '../../../contract/limits.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const { list, create, update, remove } = contract.savedViews
const named = (name: string, more: object = {}) => ({ name, filter: { view: 'drafts' as const }, ...more })
const names = async (clinic: TestWorld['a'], who: 'dentist' | 'lead' | 'owner') =>
  (await clinic.as(who).ask(list, {})).map(({ name }) => name)

describe('saved views', () => {
  it('keep what the list is narrowed by, for whoever saved them alone', async () => {
    const clinic = await world.addClinic('Own Views')
    const filter = {
      ...{ view: 'expiring' as const, search: 'crown', clinicianId: clinic.staff.lead.staffId! },
      ...{ templateId: clinic.templateId, from: '2026-03-01', to: '2026-03-31' },
    }
    const saved = await clinic.as('dentist').ask(create, { name: ' Crowns of March ', filter })
    expect(saved).toMatchObject({ name: 'Crowns of March', isShared: false, filter })
    expect(await clinic.as('dentist').ask(list, {})).toEqual([saved])
    expect(await names(clinic, 'lead')).toEqual([])
    expect(await names(clinic, 'owner')).toEqual([])
  })

  it('are kept for everyone only by those who may change the settings', async () => {
    const clinic = await world.addClinic('Shared Views')
    const refused = await clinic.as('dentist').call(create, named('All drafts', { isShared: true }))
    expect([refused.status, refused.reason]).toEqual([403, 'not-allowed'])
    const shared = await clinic.as('manager').ask(create, named('All drafts', { isShared: true }))
    await clinic.as('dentist').ask(create, named('A first one'))
    expect(await names(clinic, 'dentist')).toEqual(['All drafts', 'A first one'])
    expect(await names(clinic, 'lead')).toEqual(['All drafts'])
    const viewId = shared.id
    expect((await clinic.as('dentist').call(update, { viewId, ...named('Mine now') })).reason).toBe(
      'not-allowed',
    )
    expect((await clinic.as('dentist').call(remove, { viewId })).reason).toBe('not-allowed')
    expect(await names(clinic, 'lead')).toEqual(['All drafts'])
  })

  it('are renamed, changed and removed by whose they are, and by nobody else', async () => {
    const { id: viewId } = await world.a.as('dentist').ask(create, named('To change'))
    const changed = { viewId, name: 'Changed', filter: { view: 'awaiting' as const, search: 'smith' } }
    for (const other of [world.a.as('lead'), world.b.as('owner')]) {
      expect((await other.call(update, changed)).reason).toBe('not-found')
      expect((await other.call(remove, { viewId })).reason).toBe('not-found')
    }
    expect(await world.a.as('dentist').ask(update, changed)).toMatchObject({
      name: 'Changed',
      filter: changed.filter,
    })
    await world.a.as('dentist').ask(remove, { viewId })
    expect(await names(world.a, 'dentist')).not.toContain('Changed')
    expect((await world.a.as('dentist').call(remove, { viewId })).reason).toBe('not-found')
  })

  it('have each a name of their own among those of one person', async () => {
    const clinic = await world.addClinic('Names')
    await clinic.as('dentist').ask(create, named('Drafts'))
    expect((await clinic.as('dentist').call(create, named('Drafts'))).reason).toBe('name-taken')
    const other = await clinic.as('dentist').ask(create, named('Others'))
    const renamed = await clinic.as('dentist').call(update, { viewId: other.id, ...named('Drafts') })
    expect(renamed.reason).toBe('name-taken')
    expect(
      (await clinic.as('dentist').call(update, { viewId: other.id, ...named('Others') })).error,
    ).toBeNull()
    expect((await clinic.as('lead').call(create, named('Drafts'))).error).toBeNull()
    expect((await clinic.as('dentist').call(create, named('   '))).reason).toBe('invalid-input')
  })

  it(`are no more than ${saved_views_max} for one person, also when two are saved at once`, async () => {
    const clinic = await world.addClinic('Many Views')
    for (let number = 1; number < saved_views_max; number++)
      await clinic.as('dentist').ask(create, named(`View ${number}`))
    const last = await Promise.all(
      ['One more', 'And one'].map((name) => clinic.as('dentist').call(create, named(name))),
    )
    expect(last.map(({ reason }) => reason).toSorted()).toEqual([null, 'too-many'].toSorted())
    expect(await names(clinic, 'dentist')).toHaveLength(saved_views_max)
    expect((await clinic.as('lead').call(create, named('Mine'))).error).toBeNull()
  })

  it('are saved once when the same is sent twice, and the audit log holds no name', async () => {
    const [input, key] = [named(`Whitcombe ${randomUUID()}`), { idempotencyKey: randomUUID() }]
    const first = await world.a.as('dentist').ask(create, input, key)
    expect(await world.a.as('dentist').ask(create, input, key)).toEqual(first)
    const { rows } = await world.owner.query<{ row: string }>(
      `select row_to_json(r)::text as row from audit_rows r where subject = $1`,
      [first.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain('Whitcombe')
  })
})
