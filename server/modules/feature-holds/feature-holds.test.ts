import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureNames } from '../../../contract/features.ts'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { switch_seconds_max } from '../../../contract/limits.ts'
import { videoUploads } from '../../../contract/videos.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { featureHolds } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const admin = () => world.as(world.superAdmin)
const reason = 'Their file was wrong three times'
const feature = 'patient-imports' as const
/** After this every instance has heard of it. */
const settle = () => world.clock.advance((switch_seconds_max + 1) * 1000)

const readFile = async (clinic: TestClinic) => {
  const content = Buffer.from(`Forename,Surname,DOB\nAda,${randomUUID()},14/03/1961`).toString('base64')
  return (await clinic.as('receptionist').call(contract.patientImports.read, { fileName: 'a.csv', content }))
    .reason
}
const isOffAt = async (clinic: TestClinic) =>
  (await clinic.as('receptionist').ask(contract.clinics.get, {})).featuresOff.includes(feature)

describe('a feature', () => {
  it('is on until it is switched off, for one clinic or for all, and then on again', async () => {
    expect(await readFile(world.a)).toBeNull()
    await admin().ask(featureHolds.switchOff, { feature, clinicId: world.a.id, reason })
    settle()
    expect(await readFile(world.a)).toBe('feature-off')
    expect(await readFile(world.b)).toBeNull()
    expect([await isOffAt(world.a), await isOffAt(world.b)]).toEqual([true, false])

    const [hold] = await admin().ask(featureHolds.switchOff, { feature, clinicId: null, reason })
    expect(hold).toMatchObject({ feature, reason, by: 'Rowan Pemberton' })
    settle()
    expect(await readFile(world.b)).toBe('feature-off')

    await admin().ask(featureHolds.switchOn, { feature, clinicId: null, reason })
    await admin().ask(featureHolds.switchOn, { feature, clinicId: world.a.id, reason })
    settle()
    expect([await readFile(world.a), await readFile(world.b)]).toEqual([null, null])
    expect(await admin().ask(featureHolds.list, {})).toEqual([])
  })

  it('is switched with a reason, which is written down', async () => {
    const change = { feature, clinicId: world.b.id, reason }
    expect((await admin().call(featureHolds.switchOff, { ...change, reason: '' })).status).toBe(400)
    await admin().ask(featureHolds.switchOff, change)
    const { rows } = await world.owner.query(
      `select * from audit_rows where action = 'feature.switched_off' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ subject: feature, details: { clinicId: world.b.id, reason } })
    await admin().ask(featureHolds.switchOn, change)
  })

  it('is switched once: twice, and for a clinic that nobody has, is refused', async () => {
    const change = { feature, clinicId: null, reason }
    await admin().ask(featureHolds.switchOff, change)
    const answers = [
      await admin().call(featureHolds.switchOff, change),
      await admin().call(featureHolds.switchOff, { ...change, clinicId: randomUUID() }),
      await admin().call(featureHolds.switchOn, { ...change, feature: 'day-lists' }),
    ]
    expect(answers.map((answer) => answer.reason)).toEqual(['already-off', 'not-found', 'already-on'])
    await admin().ask(featureHolds.switchOn, change)
  })
})

it('each has something that it holds back', () => {
  const metas = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .map((operation) => (operation as { '~orpc': { meta: OperationMeta } })['~orpc'].meta)
  const held = new Set([...metas, videoUploads.forClinic.meta].map((meta) => meta.feature))
  expect(featureNames.filter((name) => !held.has(name))).toEqual([])
})
