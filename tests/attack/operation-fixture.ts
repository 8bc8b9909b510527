import { createTestCaller, type TestCaller } from '../../server/testing/test-caller.ts'
import { testStaff } from '../../server/testing/test-people.ts'
import type { TestClinic } from '../../server/testing/test-clinic.ts'
import type { TestApp } from '../../server/testing/test-app.ts'
import {
  createPlatformIds,
  createAccessFixture,
  ownIdsOf,
  type AccessFixture,
} from '../access/access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from '../access/declared-operations.ts'

/** All that examples name. */
export const everyId = [...new Set(declaredOperations.flatMap(({ ids }) => ids))]

/** Who may, and what the operation acts on. */
export type OperationFixture = { permitted: TestCaller[]; ids: Record<string, string> }

/** Where it is played: a practice, and what stands ready in it where nothing is made afresh for each operation. */
export type FuzzEnvironment = { testApp: TestApp; clinic: TestClinic; ready: AccessFixture | null }

/** What was switched off, suspended or asked of everybody's sign-in is put back, so that what follows is answered. */
export async function resetSharedState({
  testApp: { owner, clinicB },
  clinic,
}: FuzzEnvironment): Promise<void> {
  await owner.query('delete from maintenance')
  await owner.query('delete from feature_holds')
  await owner.query(
    `update clinics set status = 'active', requires_second_factor = false, session_idle_minutes = default,
       session_hours = default where id = any($1)`,
    [[clinic.id, clinicB.id]],
  )
}

let personCount = 0
/** An administrator of the clinic, registered and a clinician: nothing of the clinic is kept from them. */
async function createOwner({ testApp, clinic }: FuzzEnvironment): Promise<TestCaller> {
  personCount++
  const person = { ...testStaff.owner, gdcNumber: String(700_000 + personCount) }
  return testApp.as(await testApp.people.addStaff(clinic.id, `fuzz${personCount}@example.org`, person))
}

/** What an operation names; people who are nobody's whom another operation needs. */
async function fixtureIdsFor(
  { clinic, ready }: FuzzEnvironment,
  { access, ids: names }: DeclaredOperation,
): Promise<AccessFixture> {
  // A patient may have sent away who read along.
  const scene = ready && access !== 'supporter' ? ready : await createAccessFixture(clinic, names)
  const ids = { ...scene.ids }
  const isNamed = (...wanted: string[]) => wanted.some((name) => names.includes(name))
  if (isNamed('staffId', 'userId', 'leadId')) {
    const [one, other] = [await clinic.addColleague(), await clinic.addColleague()]
    Object.assign(ids, { staffId: one.staffId, userId: one.userId, leadId: other.staffId })
  }
  // Who gets a role in a group is found by their address, and has none yet.
  if (isNamed('groupPersonId')) ids.staffAddress = (await clinic.addColleague()).email
  const kept = names.includes('groupPersonId') ? [...names, 'staffAddress'] : names
  return { ...scene, ids: Object.fromEntries(kept.map((name) => [name, ids[name]!])) }
}

async function createOperationFixture(
  theatre: FuzzEnvironment,
  declared: DeclaredOperation,
): Promise<OperationFixture> {
  await resetSharedState(theatre)
  const { testApp, clinic } = theatre
  const { access, ids: names, meta } = declared
  const scene = await fixtureIdsFor(theatre, declared)
  const { ids } = scene
  const as = (...permitted: TestCaller[]): OperationFixture => ({ ids, permitted })
  // A session of its own each time: one that waits for its turn for too long is locked.
  const admin = testApp.as({ cookie: await testApp.people.openSession(testApp.superAdmin.userId, null) })
  const { consentId, supporterId } = fillExample(meta.example, ids) as Record<string, string>
  switch (access) {
    case 'clinic':
      return as(await createOwner(theatre), testApp.as(await clinic.addColleague()))
    case 'integration':
    case 'program':
      return as(createTestCaller(testApp.app.http, '', (await clinic.addApiKey()).secret))
    case 'patient':
      return as(await (consentId ? scene.patientOf(consentId) : scene.patientAtHome()))
    case 'supporter':
      return as(await scene.supporterOf(supporterId!))
    case 'group':
      return as(await scene.groupAdministrator())
    case 'account': {
      const caller = testApp.as(await clinic.addColleague())
      if (names.length > 0) Object.assign(ids, await ownIdsOf(caller))
      return as(caller)
    }
    case 'admin': {
      const parts = { scene: ids, runJobs: testApp.runJobs }
      Object.assign(ids, await createPlatformIds(admin, names, parts))
      return as(admin)
    }
    case 'setup':
      return as(admin)
    case 'anyone':
    case 'link':
    case 'provider':
      return as(testApp.anonymous())
  }
}

/** The same on a new practice, where what was done to the last one has ended what makes a scene there. */
export async function createFreshOperationFixture(
  theatre: FuzzEnvironment,
  declared: DeclaredOperation,
): Promise<OperationFixture> {
  try {
    return await createOperationFixture(theatre, declared)
  } catch {
    theatre.clinic = await theatre.testApp.addClinic(`Stage ${++personCount}`)
    theatre.ready = theatre.ready && (await createAccessFixture(theatre.clinic, everyId))
    return createOperationFixture(theatre, declared)
  }
}
