import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const main = fileURLToPath(new URL('./renew-seals-main.ts', import.meta.url))

const urlOf = ({ user, password, database, host, port }: pg.ClientConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host!)}&port=${port}`

const run = (...options: string[]) =>
  spawnSync(process.execPath, [main, ...options], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: urlOf(testApp.logins.app),
      DATABASE_OWNER_URL: urlOf(testApp.logins.owner),
      DATABASE_AUTH_URL: urlOf(testApp.logins.auth),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })

it('tells what is due and why, what it cannot do, and changes nothing', async () => {
  await testApp.clinicA.addFinalised()
  await testApp.runJobs()
  const { stdout, stderr, status } = run()
  expect([stderr, status]).toEqual(['', 0])
  expect(stdout).toContain('No time-stamp authority is set (TSA_URL).')
  expect(stdout).toContain('RSA-3072: until 2035-12-31 (NIST IR 8547')
  expect(stdout).toMatch(/\d+ sealed files are due for renewal\./)
  expect(run('sometime')).toMatchObject({ status: 2, stderr: 'npm run renew-seals [-- now]\n' })
})
