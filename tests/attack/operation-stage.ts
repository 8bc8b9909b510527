import { makeCaller, type TestCaller } from '../../server/testing/test-caller.ts'
import { testStaff } from '../../server/testing/test-people.ts'
import type { TestClinic } from '../../server/testing/test-clinic.ts'
import type { TestWorld } from '../../server/testing/test-world.ts'
import { makePlatformIds, makeScene, ownIdsOf, type Scene } from '../access/access-scene.ts'
import { declaredOperations, fillExample, type Declared } from '../access/declared-operations.ts'

/** All that examples name. */
export const everyId = [...new Set(declaredOperations.flatMap(({ ids }) => ids))]

/** Who may, and what the operation acts on. */
export type Stage = { permitted: TestCaller[]; ids: Record<string, string> }

/** Where it is played: a practice, and what stands ready in it where nothing is made afresh for each operation. */
export type Theatre = { world: TestWorld; clinic: TestClinic; ready: Scene | null }

/** What was switched off, suspended or asked of everybody's sign-in is put back, so that what follows is answered. */
export async function putBack({ world: { owner, b }, clinic }: Theatre): Promise<void> {
  await owner.query('delete from maintenance')
  await owner.query('delete from feature_holds')
  await owner.query(
    `update clinics set status = 'active', requires_second_factor = false, session_idle_minutes = default,
       session_hours = default where id = any($1)`,
    [[clinic.id, b.id]],
  )
}

let people = 0
/** An administrator of the clinic, registered and a clinician: nothing of the clinic is kept from them. */
async function newOwner({ world, clinic }: Theatre): Promise<TestCaller> {
  people++
  const person = { ...testStaff.owner, gdcNumber: String(700_000 + people) }
  return world.as(await world.people.addStaff(clinic.id, `fuzz${people}@example.org`, person))
}

/** What an operation names; people who are nobody's whom another operation needs. */
async function idsFor({ clinic, ready }: Theatre, { access, ids: names }: Declared): Promise<Scene> {
  // A patient may have sent away who read along.
  const scene = ready && access !== 'supporter' ? ready : await makeScene(clinic, names)
  const ids = { ...scene.ids }
  const isNamed = (...wanted: string[]) => wanted.some((name) => names.includes(name))
  if (isNamed('staffId', 'userId', 'leadId')) {
    const [one, other] = [await clinic.addColleague(), await clinic.addColleague()]
    Object.assign(ids, { staffId: one.staffId, userId: one.userId, leadId: other.staffId })
  }
  return { ...scene, ids: Object.fromEntries(names.map((name) => [name, ids[name]!])) }
}

async function setStage(theatre: Theatre, declared: Declared): Promise<Stage> {
  await putBack(theatre)
  const { world, clinic } = theatre
  const { access, ids: names, meta } = declared
  const scene = await idsFor(theatre, declared)
  const { ids } = scene
  const as = (...permitted: TestCaller[]): Stage => ({ ids, permitted })
  // A session of its own each time: one that waits for its turn for too long is locked.
  const admin = world.as({ cookie: await world.people.openSession(world.superAdmin.userId, null) })
  const { consentId, supporterId } = fillExample(meta.example, ids) as Record<string, string>
  switch (access) {
    case 'clinic':
      return as(await newOwner(theatre), world.as(await clinic.addColleague()))
    case 'integration':
      return as(makeCaller(world.app.http, '', (await clinic.addApiKey()).secret))
    case 'patient':
      return as(await (consentId ? scene.patientOf(consentId) : scene.patientAtHome()))
    case 'supporter':
      return as(await scene.supporterOf(supporterId!))
    case 'account': {
      const caller = world.as(await clinic.addColleague())
      if (names.length > 0) Object.assign(ids, await ownIdsOf(caller))
      return as(caller)
    }
    case 'admin': {
      const parts = { scene: ids, runJobs: world.runJobs }
      Object.assign(ids, await makePlatformIds(admin, names, parts))
      return as(admin)
    }
    case 'setup':
      return as(admin)
    case 'anyone':
    case 'link':
    case 'provider':
      return as(world.nobody())
  }
}

/** The same on a new practice, where what was done to the last one has ended what makes a scene there. */
export async function setAnyStage(theatre: Theatre, declared: Declared): Promise<Stage> {
  try {
    return await setStage(theatre, declared)
  } catch {
    theatre.clinic = await theatre.world.addClinic(`Stage ${++people}`)
    theatre.ready = theatre.ready && (await makeScene(theatre.clinic, everyId))
    return setStage(theatre, declared)
  }
}
