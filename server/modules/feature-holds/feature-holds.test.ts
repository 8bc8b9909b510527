import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureNames } from '../../../contract/features.ts'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { switch_propagation_seconds_max } from '../../../contract/limits.ts'
import { videoUploads } from '../../../contract/videos.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { featureHolds } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const reason = 'Their file was wrong three times'
const feature = 'patient-imports' as const
/** After this every instance has heard of it. */
const settle = () => testApp.clock.advance((switch_propagation_seconds_max + 1) * 1000)

const readFile = async (clinic: TestClinic) => {
  const content = Buffer.from(`Forename,Surname,DOB\nAda,${randomUUID()},14/03/1961`).toString('base64')
  return (await clinic.as('receptionist').call(contract.patientImports.read, { fileName: 'a.csv', content }))
    .reason
}
const isOffAt = async (clinic: TestClinic) =>
  (await clinic.as('receptionist').callOk(contract.clinics.get, {})).featuresOff.includes(feature)

describe('a feature', () => {
  it('is on until it is switched off, for one clinic or for all, and then on again', async () => {
    expect(await readFile(testApp.clinicA)).toBeNull()
    await admin().callOk(featureHolds.switchOff, { feature, clinicId: testApp.clinicA.id, reason })
    settle()
    expect(await readFile(testApp.clinicA)).toBe('feature-off')
    expect(await readFile(testApp.clinicB)).toBeNull()
    expect([await isOffAt(testApp.clinicA), await isOffAt(testApp.clinicB)]).toEqual([true, false])

    const [hold] = await admin().callOk(featureHolds.switchOff, { feature, clinicId: null, reason })
    expect(hold).toMatchObject({ feature, reason, by: 'Rowan Pemberton' })
    settle()
    expect(await readFile(testApp.clinicB)).toBe('feature-off')

    await admin().callOk(featureHolds.switchOn, { feature, clinicId: null, reason })
    await admin().callOk(featureHolds.switchOn, { feature, clinicId: testApp.clinicA.id, reason })
    settle()
    expect([await readFile(testApp.clinicA), await readFile(testApp.clinicB)]).toEqual([null, null])
    expect(await admin().callOk(featureHolds.list, {})).toEqual([])
  })

  it('is switched with a reason, which is written down', async () => {
    const change = { feature, clinicId: testApp.clinicB.id, reason }
    expect((await admin().call(featureHolds.switchOff, { ...change, reason: '' })).status).toBe(400)
    await admin().callOk(featureHolds.switchOff, change)
    const { rows } = await testApp.owner.query(
      `select * from audit_rows where action = 'feature.switched_off' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ subject: feature, details: { clinicId: testApp.clinicB.id, reason } })
    await admin().callOk(featureHolds.switchOn, change)
  })

  it('is switched once: twice, and for a clinic that nobody has, is refused', async () => {
    const change = { feature, clinicId: null, reason }
    await admin().callOk(featureHolds.switchOff, change)
    const answers = [
      await admin().call(featureHolds.switchOff, change),
      await admin().call(featureHolds.switchOff, { ...change, clinicId: randomUUID() }),
      await admin().call(featureHolds.switchOn, { ...change, feature: 'day-lists' }),
    ]
    expect(answers.map((answer) => answer.reason)).toEqual(['already-off', 'not-found', 'already-on'])
    await admin().callOk(featureHolds.switchOn, change)
  })
})

it('each has something that it holds back', () => {
  const metas = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .map((operation) => (operation as { '~orpc': { meta: OperationMeta } })['~orpc'].meta)
  const held = new Set([...metas, videoUploads.forClinic.meta].map((meta) => meta.feature))
  expect(featureNames.filter((name) => !held.has(name))).toEqual([])
})
