import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type TestWorld } from '../testing/test-world.ts'
import { renewDemo, type DemoSummary } from './make-demo.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('that cannot be brought up to date stays as it was, and says why', async () => {
  const told: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => void told.push(line) }
  const known: DemoSummary = {
    address: 'http://localhost:3000',
    accounts: [],
    patientLink: {
      url: 'http://localhost:3000/sign-consent/x',
      dateOfBirth: '1961-03-14',
      patientName: 'Eleanor',
    },
  }
  const fault = new Error('The demo could not be made: POST /api/sign-in answered 401')
  const { config, logins } = world
  const openApp = () => Promise.reject(fault)
  expect(await renewDemo(known, { config, logins, log, openApp })).toBe(known)
  expect(told).toEqual([[{ err: fault }, 'the demo was not brought up to date']])
})
