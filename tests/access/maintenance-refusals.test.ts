import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { switch_seconds_max } from '../../contract/limits.ts'
import { newAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../server/testing/test-world.ts'
import { declaredOperations, type Declared } from './declared-operations.ts'
import { testStaff, type StaffName } from '../../server/testing/test-people.ts'
import { isGranted } from './section-six.ts'

let world: TestWorld
let patient: TestCaller
let patientIds: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  const viewed = await world.a.addViewed()
  const { token } = await world.a.addLink(await world.a.addSent())
  patient = viewed.patient
  patientIds = { consentId: viewed.consentId, accessToken: token }
  const on = { isOn: true, reason: 'The database is moved', until: null }
  await world.as(world.superAdmin).ask(contract.maintenance.change, on)
  world.clock.advance((switch_seconds_max + 1) * 1000)
})
afterAll(() => world.close())

/** Ids that nobody has: a refusal at the door comes before anything is looked for. */
const nobodys = '0199f5a0-0000-7000-8000-00000000000f'

const send = (caller: TestCaller, { method, path }: Declared) => {
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => patientIds[name] ?? nobodys)
  const body = method === 'GET' ? {} : { payload: {} }
  return caller.send({ method: method as 'GET', url, ...body }, { from: newAddress() })
}

const isWriting = ({ method, meta }: Declared) => method !== 'GET' && meta.audit !== null

/** Somebody of the clinic whom it is for. */
const memberFor = ({ anyOf }: Declared): StaffName =>
  (['owner', 'dentist', 'manager', 'lead'] as const).find(
    (name) => anyOf.length === 0 || isGranted(testStaff[name], anyOf),
  )!

const of = (...accesses: string[]) =>
  declaredOperations
    .filter(({ access, kind }) => accesses.includes(access) && kind !== 'stream')
    .map((declared) => [declared.name, declared] as const)

describe('during maintenance', () => {
  const ofClinic = of('clinic')
  it('there is something to look at', () => expect(ofClinic.length).toBeGreaterThan(100))

  it.each(ofClinic.filter(([, declared]) => isWriting(declared)))(
    '%s is refused to the practice',
    async (_name, declared) => {
      const { status, code, reason, headers } = await send(world.a.as(memberFor(declared)), declared)
      expect([status, code, reason]).toEqual([503, 'unavailable', 'maintenance'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    },
  )

  it.each([
    ...ofClinic.filter(([, declared]) => !isWriting(declared)),
    ...of('patient', 'link', 'anyone', 'supporter', 'integration'),
  ])('%s goes on', async (_name, declared) => {
    const caller = declared.access === 'clinic' ? world.a.as(memberFor(declared)) : patient
    expect((await send(caller, declared)).reason).not.toBe('maintenance')
  })

  it.each(of('admin'))('%s goes on for super administrators', async (_name, declared) => {
    expect((await send(world.as(world.superAdmin), declared)).reason).not.toBe('maintenance')
  })
})
