import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { findDemo, refreshDemo, type DemoSummary } from './create-demo.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('that cannot be brought up to date stays as it was, and says why', async () => {
  const logged: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => void logged.push(line) }
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
  const { config, logins } = testApp
  const openApp = () => Promise.reject(fault)
  expect(await refreshDemo(known, { config, logins, log, openApp })).toBe(known)
  expect(logged).toEqual([[{ err: fault }, 'the demo was not brought up to date']])
})

it.each([
  ['of this address', JSON.stringify({ address: 'http://localhost:3000' }), true],
  ['of another address', JSON.stringify({ address: 'http://localhost:4000' }), false],
  ['that was cut off while it was written', '{ "address": "http://loc', false],
])('a demo %s', async (_what, text, isKnown) => {
  const { dataDir } = testApp.config
  await writeFile(path.join(dataDir, 'demo.json'), text)
  expect(findDemo({ dataDir, publicAddress: 'http://localhost:3000' }) !== null).toBe(isKnown)
})
