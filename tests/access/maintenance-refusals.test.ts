import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { switch_propagation_seconds_max } from '../../contract/limits.ts'
import { nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations, type DeclaredOperation } from './declared-operations.ts'
import { testStaff, type StaffName } from '../../server/testing/test-people.ts'
import { isGranted } from './permission-matrix.ts'

let testApp: TestApp
let patient: TestCaller
let patientIds: Record<string, string>

beforeAll(async () => {
  testApp = await openTestApp()
  const viewed = await testApp.clinicA.addViewed()
  const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
  patient = viewed.patient
  patientIds = { consentId: viewed.consentId, accessToken: token }
  const on = { isOn: true, reason: 'The database is moved', until: null }
  await testApp.as(testApp.superAdmin).callOk(contract.maintenance.change, on)
  testApp.clock.advance((switch_propagation_seconds_max + 1) * 1000)
})
afterAll(() => testApp.close())

/** Ids that nobody has: a refusal at the door comes before anything is looked for. */
const unknownId = '0199f5a0-0000-7000-8000-00000000000f'

const send = (caller: TestCaller, { method, path }: DeclaredOperation) => {
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => patientIds[name] ?? unknownId)
  const body = method === 'GET' ? {} : { payload: {} }
  return caller.send({ method: method as 'GET', url, ...body }, { from: nextIpAddress() })
}

const isWrite = ({ method, meta }: DeclaredOperation) => method !== 'GET' && meta.audit !== null

/** Somebody of the clinic whom it is for. */
const memberFor = ({ anyOf }: DeclaredOperation): StaffName =>
  (['owner', 'dentist', 'manager', 'lead'] as const).find(
    (name) => anyOf.length === 0 || isGranted(testStaff[name], anyOf),
  )!

const operationsFor = (...accesses: string[]) =>
  declaredOperations
    .filter(({ access, kind }) => accesses.includes(access) && kind !== 'stream')
    .map((declared) => [declared.name, declared] as const)

describe('during maintenance', () => {
  const ofClinic = operationsFor('clinic')
  it('there is something to look at', () => expect(ofClinic.length).toBeGreaterThan(100))

  it.each(ofClinic.filter(([, declared]) => isWrite(declared)))(
    '%s is refused to the practice',
    async (_name, declared) => {
      const { status, code, reason, headers } = await send(testApp.clinicA.as(memberFor(declared)), declared)
      expect([status, code, reason]).toEqual([503, 'unavailable', 'maintenance'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    },
  )

  it.each([
    ...ofClinic.filter(([, declared]) => !isWrite(declared)),
    ...operationsFor('patient', 'link', 'anyone', 'supporter', 'integration'),
  ])('%s goes on', async (_name, declared) => {
    const caller = declared.access === 'clinic' ? testApp.clinicA.as(memberFor(declared)) : patient
    expect((await send(caller, declared)).reason).not.toBe('maintenance')
  })

  it.each(operationsFor('admin'))('%s goes on for super administrators', async (_name, declared) => {
    expect((await send(testApp.as(testApp.superAdmin), declared)).reason).not.toBe('maintenance')
  })
})
