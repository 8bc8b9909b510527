import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import library from '../../../build/content/treatments.json' with { type: 'json' }
import { contract } from '../../../contract/index.ts'
import { subtypes_max } from '../../../contract/limits.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import type { TestResponse } from '../../testing/test-caller.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedTreatments } from './index.ts'

const { treatments, adminTreatments } = contract
const defaultNames = [...library.builtIn, ...library.supplementary].map(({ name }) => name)

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  await testApp.close()
})

const manager = () => testApp.clinicA.as('manager')
const managerOfB = () => testApp.clinicB.as('manager')
const admin = () => testApp.as(testApp.superAdmin)

const subtypeNames = ({ subtypes }: Treatment) => subtypes.map(({ name }) => name)
const ownNames = ({ subtypes }: Treatment) => subtypes.filter(({ isOwn }) => isOwn).map(({ name }) => name)

/** The platform's type of this name, as a clinic sees it. */
async function findShipped(name: string, caller = manager()): Promise<Treatment> {
  return (await caller.callOk(treatments.list, {})).find((treatment) => treatment.name === name)!
}

/** A row of the platform's as no operation would add it: with a name that is there. */
async function addDuplicate(name: string, subtypes: string[] = []): Promise<string> {
  const { rows } = await testApp.owner.query<{ id: string }>(
    `insert into treatment_types (name, created_at) values ($1, now() + interval '1 day') returning id`,
    [name],
  )
  const { id } = rows[0]!
  for (const [position, subtype] of subtypes.entries())
    await testApp.owner.query(
      'insert into treatment_subtypes (treatment_id, name, position) values ($1, $2, $3)',
      [id, subtype, position],
    )
  return id
}

describe('what the product comes with', () => {
  test('is there for every clinic, by name, with its subtypes in the order of the catalogue', async () => {
    const list = await managerOfB().callOk(treatments.list, {})
    expect(list.map(({ name }) => name)).toEqual(
      defaultNames.toSorted((one, other) => one.localeCompare(other, 'en-GB')),
    )
    expect(list.every(({ isActive, isOwn }) => isActive && !isOwn)).toBe(true)
    for (const { name, subtypes } of [...library.builtIn, ...library.supplementary])
      expect(subtypeNames(list.find((treatment) => treatment.name === name)!), name).toEqual(subtypes)
    expect(list.find(({ name }) => name === 'Other')!.subtypes).toEqual([
      { name: 'Custom Treatment', isOwn: false },
    ])
  })

  test('is the super administrator’s own to change', async () => {
    const list = await admin().callOk(adminTreatments.list, {})
    expect(list).toHaveLength(22)
    expect(list.every(({ isOwn, subtypes }) => isOwn && subtypes.every((subtype) => subtype.isOwn))).toBe(
      true,
    )
  })

  test('and the hierarchy names the same', async () => {
    const hierarchy = await testApp.clinicA.as('receptionist').callOk(treatments.hierarchy, {})
    expect(Object.keys(hierarchy).toSorted()).toEqual(defaultNames.toSorted())
    expect(hierarchy['Dental Crown']!.slice(0, 2)).toEqual([
      'Porcelain Crown',
      'Porcelain-Fused-to-Metal Crown',
    ])
    expect(await admin().callOk(adminTreatments.hierarchy, {})).toEqual(hierarchy)
  })
})

describe('a clinic', () => {
  test('adds, changes and deletes a type of its own, which nobody else sees', async () => {
    const added = await manager().callOk(treatments.create, {
      name: '  Sleep Medicine ',
      subtypes: ['Sleep Study', 'Chin Strap'],
    })
    expect(added).toMatchObject({
      name: 'Sleep Medicine',
      description: '',
      isActive: true,
      isOwn: true,
      subtypes: [
        { name: 'Sleep Study', isOwn: true },
        { name: 'Chin Strap', isOwn: true },
      ],
    })
    const { id: treatmentId } = added
    expect(await manager().callOk(treatments.get, { treatmentId })).toEqual(added)
    for (const [caller, side] of [[managerOfB(), treatments] as const, [admin(), adminTreatments] as const]) {
      expect(await caller.call(side.get, { treatmentId })).toMatchObject({
        status: 404,
        reason: 'treatment-not-found',
      })
      expect((await caller.callOk(side.list, {})).map(({ id }) => id)).not.toContain(treatmentId)
      expect(Object.keys(await caller.callOk(side.hierarchy, {}))).not.toContain('Sleep Medicine')
    }

    await manager().callOk(treatments.update, { treatmentId, description: 'Snoring and more' })
    const off = await manager().callOk(treatments.update, { treatmentId, isActive: false })
    expect(off).toMatchObject({ name: 'Sleep Medicine', description: 'Snoring and more', isActive: false })
    expect(Object.keys(await manager().callOk(treatments.hierarchy, {}))).not.toContain('Sleep Medicine')
    expect((await manager().callOk(treatments.list, {})).map(({ id }) => id)).toContain(treatmentId)
    const renamed = await manager().callOk(treatments.update, {
      treatmentId,
      name: 'sleep medicine',
      isActive: true,
    })
    expect(renamed).toMatchObject({ name: 'sleep medicine', description: 'Snoring and more' })

    expect(await manager().callOk(treatments.remove, { treatmentId })).toEqual({ removed: true })
    expect((await manager().call(treatments.get, { treatmentId })).reason).toBe('treatment-not-found')
    const { rows } = await testApp.owner.query('select id from treatment_subtypes where treatment_id = $1', [
      treatmentId,
    ])
    expect(rows).toEqual([])
  })

  test('says when a type was changed', async () => {
    const { id: treatmentId, createdAt } = await manager().callOk(treatments.create, { name: 'Mouth Checks' })
    testApp.clock.advance(5 * minute_ms)
    const changed = await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Yearly Check' })
    expect(changed.createdAt).toBe(createdAt)
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt) + 5 * minute_ms)
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('adds, renames and removes subtypes of its own beside the platform’s', async () => {
    const { id: treatmentId, updatedAt } = await findShipped('Dentures')
    const ofLibrary = library.builtIn.find(({ name }) => name === 'Dentures')!.subtypes
    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Night Denture' })
    const two = await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Travel Denture' })
    expect(subtypeNames(two)).toEqual([...ofLibrary, 'Night Denture', 'Travel Denture'])
    expect(ownNames(two)).toEqual(['Night Denture', 'Travel Denture'])
    // The platform's own row is not theirs to touch.
    expect(two.updatedAt).toBe(updatedAt)

    const renamed = await manager().callOk(treatments.renameSubtype, {
      treatmentId,
      name: 'night denture',
      to: 'Night Appliance',
    })
    expect(ownNames(renamed)).toEqual(['Night Appliance', 'Travel Denture'])
    expect((await manager().callOk(treatments.hierarchy, {}))['Dentures']).toContain('Night Appliance')

    expect(subtypeNames(await findShipped('Dentures', managerOfB()))).toEqual(ofLibrary)
    expect(subtypeNames(await admin().callOk(adminTreatments.get, { treatmentId }))).toEqual(ofLibrary)

    await manager().callOk(treatments.removeSubtype, { treatmentId, name: 'Night Appliance' })
    const left = await manager().callOk(treatments.removeSubtype, { treatmentId, name: 'TRAVEL DENTURE ' })
    expect(subtypeNames(left)).toEqual(ofLibrary)
  })

  test('changes nothing of the platform’s', async () => {
    const { id: treatmentId, ...before } = await findShipped('Dental Bridge')
    const name = 'Cantilever Bridge'
    const tries = [
      await manager().call(treatments.update, { treatmentId, isActive: false }),
      await manager().call(treatments.update, { treatmentId, name: 'Bridges' }),
      await manager().call(treatments.remove, { treatmentId }),
      await manager().call(treatments.renameSubtype, { treatmentId, name, to: 'Bridge' }),
      await manager().call(treatments.removeSubtype, { treatmentId, name }),
    ]
    expect(tries.map(({ status, reason }) => [status, reason])).toEqual(tries.map(() => [409, 'not-own']))
    expect(tries[0]!.error!.message).toBe(
      'This is included with Candour. Add your own, or ask us to change it.',
    )
    expect(await findShipped('Dental Bridge')).toEqual({ id: treatmentId, ...before })
  })

  test('changes nothing of another clinic’s, and cannot tell that it is there', async () => {
    const { id: treatmentId } = await manager().callOk(treatments.create, {
      name: 'Hypnosis',
      subtypes: ['First Visit'],
    })
    const { id: sharedId } = await findShipped('Urgent Care')
    await manager().callOk(treatments.addSubtype, { treatmentId: sharedId, name: 'Night Visit' })
    const name = 'First Visit'
    const tries = [
      await managerOfB().call(treatments.update, { treatmentId, isActive: false }),
      await managerOfB().call(treatments.remove, { treatmentId }),
      await managerOfB().call(treatments.addSubtype, { treatmentId, name: 'Second Visit' }),
      await managerOfB().call(treatments.renameSubtype, { treatmentId, name, to: 'Visit' }),
      await managerOfB().call(treatments.removeSubtype, { treatmentId, name }),
      await admin().call(adminTreatments.addSubtype, { treatmentId, name: 'Second Visit' }),
      await admin().call(adminTreatments.remove, { treatmentId }),
    ]
    expect(tries.map(({ status, reason }) => [status, reason])).toEqual(
      tries.map(() => [404, 'treatment-not-found']),
    )
    const foreign = { treatmentId: sharedId, name: 'Night Visit' }
    for (const answer of [
      await managerOfB().call(treatments.removeSubtype, foreign),
      await managerOfB().call(treatments.renameSubtype, { ...foreign, to: 'Visit' }),
      await admin().call(adminTreatments.removeSubtype, foreign),
    ])
      expect(answer).toMatchObject({ status: 404, reason: 'subtype-not-found' })
    // The same names are theirs to give.
    const { id: ownId } = await managerOfB().callOk(treatments.create, { name: 'Hypnosis' })
    expect(ownNames(await managerOfB().callOk(treatments.addSubtype, foreign))).toEqual(['Night Visit'])
    expect(subtypeNames(await manager().callOk(treatments.get, { treatmentId }))).toEqual(['First Visit'])
    await managerOfB().callOk(treatments.removeSubtype, foreign)
    await manager().callOk(treatments.removeSubtype, foreign)
    await managerOfB().callOk(treatments.remove, { treatmentId: ownId })
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('gives no name that is there already, whatever its case', async () => {
    const { id: treatmentId } = await manager().callOk(treatments.create, {
      name: 'Botany',
      subtypes: ['Leaf'],
    })
    const { id: sharedId } = await findShipped('Dental Crown')
    const subtype = { treatmentId, name: 'Leaf' }
    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Root' })
    const tries = [
      [await manager().call(treatments.create, { name: ' botany' }), 'name-taken'],
      [await manager().call(treatments.create, { name: 'DENTURES' }), 'name-taken'],
      [
        await manager().call(treatments.create, { name: 'Twins', subtypes: ['One', ' one'] }),
        'subtype-taken',
      ],
      [await manager().call(treatments.update, { treatmentId, name: 'dentures' }), 'name-taken'],
      [await manager().call(treatments.addSubtype, { treatmentId, name: 'LEAF' }), 'subtype-taken'],
      [
        await manager().call(treatments.addSubtype, { treatmentId: sharedId, name: 'porcelain crown' }),
        'subtype-taken',
      ],
      [await manager().call(treatments.renameSubtype, { ...subtype, to: 'root' }), 'subtype-taken'],
      [
        await manager().call(treatments.renameSubtype, { ...subtype, name: 'Bark', to: 'X' }),
        'subtype-not-found',
      ],
      [await manager().call(treatments.removeSubtype, { treatmentId, name: 'Bark' }), 'subtype-not-found'],
    ] as const
    expect(tries.map(([{ reason }]) => reason)).toEqual(tries.map(([, reason]) => reason))
    expect(tries[0][0].error!.message).toBe('There is already a treatment type with this name.')
    expect((await manager().callOk(treatments.list, {})).some(({ name }) => name === 'Twins')).toBe(false)
    const cased = await manager().callOk(treatments.renameSubtype, { ...subtype, to: 'LEAF' })
    expect(subtypeNames(cased)).toEqual(['LEAF', 'Root'])
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('has no more subtypes of a type than it may', async () => {
    const subtypes = Array.from({ length: subtypes_max }, (_, index) => `Visit ${index}`)
    const { id: treatmentId } = await manager().callOk(treatments.create, { name: 'Many', subtypes })
    const refused = await manager().call(treatments.addSubtype, { treatmentId, name: 'One more' })
    expect(refused).toMatchObject({ status: 409, reason: 'too-many-subtypes' })
    const tooMany = { name: 'Too Many', subtypes: [...subtypes, 'One more'] }
    expect((await manager().call(treatments.create, tooMany)).status).toBe(400)
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('lets only those change treatment types who may change templates', async () => {
    const { id: treatmentId } = await findShipped('Dentures')
    for (const who of ['receptionist', 'dentist', 'nurse'] as const) {
      const answer = await testApp.clinicA.as(who).call(treatments.addSubtype, { treatmentId, name: 'Mine' })
      expect(answer, who).toMatchObject({ status: 403, code: 'permission-denied' })
      expect((await testApp.clinicA.as(who).call(treatments.get, { treatmentId })).status).toBe(200)
    }
    const answer = await manager().call(adminTreatments.update, { treatmentId, isActive: false })
    expect(answer.status).toBe(403)
  })
})

describe('a super administrator', () => {
  test('takes a type out of what clinics are offered, and back', async () => {
    const { id: treatmentId } = await findShipped('Facial Aesthetics')
    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'House Special' })
    await admin().callOk(adminTreatments.update, { treatmentId, isActive: false })
    expect((await manager().call(treatments.get, { treatmentId })).reason).toBe('treatment-not-found')
    expect(Object.keys(await manager().callOk(treatments.hierarchy, {}))).not.toContain('Facial Aesthetics')
    expect(Object.keys(await admin().callOk(adminTreatments.hierarchy, {}))).not.toContain(
      'Facial Aesthetics',
    )
    expect((await admin().callOk(adminTreatments.get, { treatmentId })).isActive).toBe(false)
    await admin().callOk(adminTreatments.update, { treatmentId, isActive: true })
    expect(ownNames(await manager().callOk(treatments.get, { treatmentId }))).toEqual(['House Special'])
    await manager().callOk(treatments.removeSubtype, { treatmentId, name: 'House Special' })
  })

  test('changes types and subtypes for every clinic', async () => {
    const { id: treatmentId } = await admin().callOk(adminTreatments.create, {
      name: 'Laser Treatment',
      description: 'With light',
      subtypes: ['Gum Laser'],
    })
    await admin().callOk(adminTreatments.addSubtype, { treatmentId, name: 'Lip Laser' })
    await admin().callOk(adminTreatments.renameSubtype, {
      treatmentId,
      name: 'Gum Laser',
      to: 'Laser Gum Care',
    })
    for (const caller of [manager(), managerOfB()])
      expect(await caller.callOk(treatments.get, { treatmentId })).toMatchObject({
        name: 'Laser Treatment',
        description: 'With light',
        isOwn: false,
        subtypes: [
          { name: 'Laser Gum Care', isOwn: false },
          { name: 'Lip Laser', isOwn: false },
        ],
      })
    await admin().callOk(adminTreatments.removeSubtype, { treatmentId, name: 'Lip Laser' })
    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Cheek Laser' })
    await admin().callOk(adminTreatments.addSubtype, { treatmentId, name: 'cheek laser' })
    // Both stand; the clinic is shown one.
    const seen = await manager().callOk(treatments.get, { treatmentId })
    expect(seen.subtypes.at(-1)).toEqual({ name: 'cheek laser', isOwn: false })
    expect(seen.subtypes).toHaveLength(2)
    expect((await admin().call(adminTreatments.create, { name: 'laser treatment' })).reason).toBe(
      'name-taken',
    )
    await admin().callOk(adminTreatments.remove, { treatmentId })
    expect((await manager().call(treatments.get, { treatmentId })).status).toBe(404)
    expect(
      await testApp.owner.query('select id from treatment_subtypes where treatment_id = $1', [treatmentId]),
    ).toMatchObject({ rows: [] })
  })

  test('adds what is missing of what the product comes with, and nothing to what is there', async () => {
    const { id: treatmentId } = await findShipped('Urgent Care')
    const { id: denturesId } = await findShipped('Dentures')
    await admin().callOk(adminTreatments.remove, { treatmentId })
    await admin().callOk(adminTreatments.removeSubtype, { treatmentId: denturesId, name: 'Soft Lining' })
    expect(await admin().callOk(adminTreatments.seedDefaults, {})).toEqual({ added: ['Urgent Care'] })
    expect(subtypeNames(await findShipped('Urgent Care'))).toEqual(
      library.supplementary.find(({ name }) => name === 'Urgent Care')!.subtypes,
    )
    expect(subtypeNames(await findShipped('Dentures'))).not.toContain('Soft Lining')
    expect(await admin().callOk(adminTreatments.seedDefaults, {})).toEqual({ added: [] })
    await admin().callOk(adminTreatments.addSubtype, { treatmentId: denturesId, name: 'Soft Lining' })
  })

  test('removes duplicates: the first of a name keeps its own, and gets what the others had besides', async () => {
    const { id: treatmentId } = await findShipped('Jaw Joint, Bite and Sleep')
    const before = subtypeNames(await findShipped('Jaw Joint, Bite and Sleep'))
    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Chin Strap' })
    const laterId = await addDuplicate('jaw joint, bite and sleep', ['Nose Clip', before[0]!.toUpperCase()])
    const thirdId = await addDuplicate('Jaw Joint, Bite and Sleep ', ['Nose clip', 'Pillow'])

    // A clinic knows of the first alone, so nothing of its own can be lost with the others.
    expect((await manager().call(treatments.get, { treatmentId: laterId })).reason).toBe(
      'treatment-not-found',
    )
    const added = await manager().call(treatments.addSubtype, { treatmentId: laterId, name: 'Lost' })
    expect(added.reason).toBe('treatment-not-found')
    expect(await manager().callOk(treatments.list, {})).toHaveLength(22)
    expect(await admin().callOk(adminTreatments.list, {})).toHaveLength(24)

    const { removed } = await admin().callOk(adminTreatments.removeDuplicates, {})
    expect(removed).toEqual(['jaw joint, bite and sleep', 'Jaw Joint, Bite and Sleep '])
    const left = await admin().callOk(adminTreatments.get, { treatmentId })
    expect(subtypeNames(left)).toEqual([...before, 'Nose Clip', 'Pillow'])
    expect(ownNames(await manager().callOk(treatments.get, { treatmentId }))).toEqual(['Chin Strap'])
    expect(await admin().callOk(adminTreatments.list, {})).toHaveLength(22)
    expect((await admin().call(adminTreatments.get, { treatmentId: thirdId })).status).toBe(404)
    expect(await admin().callOk(adminTreatments.removeDuplicates, {})).toEqual({ removed: [] })
    for (const name of ['Nose Clip', 'Pillow'])
      await admin().callOk(adminTreatments.removeSubtype, { treatmentId, name })
    await manager().callOk(treatments.removeSubtype, { treatmentId, name: 'Chin Strap' })
  })

  test('leaves a clinic’s type of the same name alone', async () => {
    const { id: treatmentId } = await manager().callOk(treatments.create, {
      name: 'Tattoos',
      subtypes: ['Tooth'],
    })
    const { id: sharedId } = await admin().callOk(adminTreatments.create, {
      name: 'tattoos',
      subtypes: ['Gum'],
    })
    expect(await admin().callOk(adminTreatments.removeDuplicates, {})).toEqual({ removed: [] })
    expect(subtypeNames(await manager().callOk(treatments.get, { treatmentId }))).toEqual(['Tooth'])
    expect((await manager().callOk(treatments.hierarchy, {}))['Tattoos']).toEqual(['Tooth', 'Gum'])
    await admin().callOk(adminTreatments.remove, { treatmentId: sharedId })
    await manager().callOk(treatments.remove, { treatmentId })
  })
})

describe('changes at the same moment', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `Visit ${index}`)

  test('50 additions, renamings and removals of different subtypes of one type: none is lost', async () => {
    const [renamed, removed, added] = [fifty.slice(0, 17), fifty.slice(17, 34), fifty.slice(34)]
    const { id: treatmentId } = await manager().callOk(treatments.create, {
      name: 'Busy',
      subtypes: [...renamed, ...removed],
    })
    const changes = fifty.map((name) => {
      if (renamed.includes(name))
        return manager().call(treatments.renameSubtype, { treatmentId, name, to: `${name} anew` })
      if (removed.includes(name))
        return testApp.clinicA.as('owner').call(treatments.removeSubtype, { treatmentId, name })
      return testApp.clinicA.as('lead').call(treatments.addSubtype, { treatmentId, name })
    })
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(fifty.map(() => 200))
    const left = await manager().callOk(treatments.get, { treatmentId })
    expect(subtypeNames(left).slice(0, 17)).toEqual(renamed.map((name) => `${name} anew`))
    expect(subtypeNames(left).slice(17).toSorted()).toEqual(added.toSorted())
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('two clinics and the platform add to one type of the platform’s: each has its own', async () => {
    const { id: treatmentId } = await findShipped('Other')
    const sides = [
      [manager(), treatments, 'of A'],
      [managerOfB(), treatments, 'of B'],
      [admin(), adminTreatments, 'of all'],
    ] as const
    const answers = await Promise.all(
      fifty.slice(0, 30).map((name, index) => {
        const [caller, side, whose] = sides[index % 3]!
        return caller.call(side.addSubtype, { treatmentId, name: `${name} ${whose}` })
      }),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const seen = subtypeNames(await findShipped('Other'))
    expect(seen.filter((name) => name.endsWith('of A'))).toHaveLength(10)
    expect(seen.filter((name) => name.endsWith('of all'))).toHaveLength(10)
    expect(seen).toHaveLength(21)
    for (const [caller, side, whose] of sides)
      for (const name of subtypeNames(await caller.callOk(side.get, { treatmentId })))
        if (name.endsWith(whose)) await caller.callOk(side.removeSubtype, { treatmentId, name })
  })

  test('one name is given once: of a type, of a subtype, and by two renamings', async () => {
    const creations = fifty.slice(0, 8).map(() => manager().call(treatments.create, { name: 'Race' }))
    const created = await Promise.all(creations)
    expect(created.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'name-taken'),
      null,
    ])
    const { id: treatmentId } = created.find(({ status }) => status === 200)!.body
    const additions = fifty
      .slice(0, 8)
      .map(() => manager().call(treatments.addSubtype, { treatmentId, name: 'Heat' }))
    const statuses = (await Promise.all(additions)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])

    await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Final' })
    const renamings = ['Heat', 'Final'].map((name) =>
      manager().call(treatments.renameSubtype, { treatmentId, name, to: 'Medal' }),
    )
    const reasons = (await Promise.all(renamings)).map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual([null, 'subtype-taken'].toSorted())
    await manager().callOk(treatments.remove, { treatmentId })
  })

  test('a type deleted while subtypes are added: each is told what became of it, and nothing fails', async () => {
    const { id: treatmentId } = await admin().callOk(adminTreatments.create, { name: 'Short-lived' })
    const row = { text: 'select 1 from treatment_types where id = $1 for update', values: [treatmentId] }
    const [removed, ...added] = await whileRowsLocked(testApp, row, () => [
      admin().call(adminTreatments.remove, { treatmentId }) as Promise<TestResponse<unknown>>,
      ...fifty.slice(0, 10).map((name) => manager().call(treatments.addSubtype, { treatmentId, name })),
    ])
    expect(removed!.status).toBe(200)
    for (const { status, reason } of added)
      expect([200, 'treatment-not-found']).toContain(status === 200 ? status : reason)
    const { rows } = await testApp.owner.query('select id from treatment_subtypes where treatment_id = $1', [
      treatmentId,
    ])
    expect(rows).toEqual([])
  })

  test('the same request sent again adds nothing, on either side', async () => {
    const idempotencyKey = crypto.randomUUID()
    const twice = async (ask: () => Promise<Treatment>) => [await ask(), await ask()]
    const [first, second] = await twice(() =>
      manager().callOk(treatments.create, { name: 'Once' }, { idempotencyKey }),
    )
    expect(second).toEqual(first)
    const [platform, again] = await twice(() =>
      admin().callOk(adminTreatments.create, { name: 'Once for all' }, { idempotencyKey }),
    )
    expect(again).toEqual(platform)
    const other = await admin().call(adminTreatments.create, { name: 'Another' }, { idempotencyKey })
    expect(other.reason).toBe('key-reused')
    await manager().callOk(treatments.remove, { treatmentId: first!.id })
    await admin().callOk(adminTreatments.remove, { treatmentId: platform!.id })
  })
})

describe('seeding at a start', () => {
  const seedElsewhere = async () => {
    const client = new pg.Client(testApp.logins.owner)
    await client.connect()
    try {
      await seedTreatments(client, library, testApp.clock.now())
    } finally {
      await client.end()
    }
  }

  test('from several instances at once adds all of them once, and later leaves alone what people made of them', async () => {
    await testApp.owner.query('delete from treatment_types')
    await Promise.all([seedElsewhere(), seedElsewhere(), seedElsewhere()])
    expect(await admin().callOk(adminTreatments.list, {})).toHaveLength(22)
    const { id: changedId } = await findShipped('Dentures')
    const { id: removedId } = await findShipped('Teeth Whitening')
    await admin().callOk(adminTreatments.update, { treatmentId: changedId, name: 'DENTURES' })
    await admin().callOk(adminTreatments.remove, { treatmentId: removedId })
    await seedElsewhere()
    const names = (await admin().callOk(adminTreatments.list, {})).map(({ name }) => name)
    expect(names).toHaveLength(21)
    expect(names).toContain('DENTURES')
    expect(names).not.toContain('Teeth Whitening')
    await admin().callOk(adminTreatments.seedDefaults, {})
  })
})

test('every change is written down, with what was changed', async () => {
  const { id: treatmentId } = await manager().callOk(treatments.create, { name: 'Written' })
  await manager().callOk(treatments.update, { treatmentId, isActive: false })
  await manager().callOk(treatments.addSubtype, { treatmentId, name: 'Down' })
  await manager().callOk(treatments.renameSubtype, { treatmentId, name: 'Down', to: 'Up' })
  await manager().callOk(treatments.removeSubtype, { treatmentId, name: 'Up' })
  await manager().callOk(treatments.remove, { treatmentId })
  const written = await testApp.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where clinic_id = $1 and subject = $2 order by sequence',
    [testApp.clinicA.id, treatmentId],
  )
  expect(written.rows).toEqual([
    { action: 'treatment.created', details: { name: 'Written' } },
    { action: 'treatment.updated', details: { fields: ['isActive'] } },
    { action: 'treatment.subtype_added', details: { subtype: 'Down' } },
    { action: 'treatment.subtype_renamed', details: { subtype: 'Down', to: 'Up' } },
    { action: 'treatment.subtype_removed', details: { subtype: 'Up' } },
    { action: 'treatment.deleted', details: { name: 'Written' } },
  ])
  const refused = await testApp.owner.query(
    `select 1 from audit_rows where clinic_id = $1 and action = 'treatment.change_refused'
       and details ->> 'reason' = 'not-own'`,
    [testApp.clinicA.id],
  )
  expect(refused.rows.length).toBeGreaterThan(4)
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
