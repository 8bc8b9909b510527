import { createHash } from 'node:crypto'
import type { AnyContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import type { App } from '../../app.ts'
import { openTestBrowser } from '../../testing/test-browser.ts'
import { createTestCaller, buildRequest } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let guarded: App

beforeAll(async () => {
  testApp = await openTestApp()
  guarded = await testApp.openSecondInstance({ signIn: { ...testApp.config.signIn, captcha: true } })
})

afterAll(async () => {
  await guarded.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { captcha, signIn, ways } = contract.identity
const typed = { login: 'nobody@example.org', password: 'correct horse battery' }

/** Asks for a challenge and does its work; what to send along. */
async function solved(): Promise<Record<string, string>> {
  const { challenge: asked } = await openTestBrowser(guarded.http).callOk(captcha, {})
  const { algorithm, challenge, maxnumber, salt, signature } = asked!
  const isRight = (number: number) =>
    createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge
  const number = Array.from({ length: maxnumber + 1 }, (_, tried) => tried).find(isRight)
  const solution = JSON.stringify({ algorithm, challenge, number, salt, signature })
  return { 'x-captcha': Buffer.from(solution).toString('base64') }
}

const operationsOf = (tree: object): AnyContractProcedure[] =>
  Object.values(tree).flatMap((node: object) =>
    '~orpc' in node ? [node as AnyContractProcedure] : operationsOf(node),
  )
const captchaOperations = operationsOf(contract).filter(
  ({ '~orpc': { meta } }) => (meta as OperationMeta).captcha,
)

it('asks for a solved challenge before everything that strangers may send to others or guess at', () => {
  expect(captchaOperations.map(({ '~orpc': { route } }) => route.path).toSorted()).toEqual(
    expect.arrayContaining([
      '/api/password-reset',
      '/api/sign-in',
      '/api/sign-in/email-link',
      '/api/sign-in/phone',
    ]),
  )
})

it.each(captchaOperations.map((operation) => [operation['~orpc'].route.path!, operation] as const))(
  '%s: is refused without one',
  async (_path, operation) => {
    const { example } = operation['~orpc'].meta as OperationMeta
    const caller = createTestCaller(guarded.http)
    for (const headers of [{}, { 'x-captcha': 'e30=' }])
      expect(
        await caller.send(buildRequest(operation, example as Record<string, unknown>), { headers }),
      ).toMatchObject({
        status: 403,
        reason: 'captcha-failed',
        error: { message: 'The robot check failed. Please try again.' },
      })
  },
)

it('goes on with one, once, whichever instance is asked', async () => {
  const headers = await solved()
  const reasonOf = async (app: App) =>
    (await openTestBrowser(app.http).call(signIn, typed, { headers })).reason
  expect(await reasonOf(guarded)).toBe('invalid-credential')
  const twin = await testApp.openSecondInstance({ signIn: { ...testApp.config.signIn, captcha: true } })
  expect(await reasonOf(twin)).toBe('captcha-failed')
  await twin.close()
  expect(await reasonOf(guarded)).toBe('captcha-failed')
})

it('takes none that is too old', async () => {
  const headers = await solved()
  testApp.clock.advance(11 * 60 * 1000)
  const answer = await openTestBrowser(guarded.http).call(signIn, typed, { headers })
  testApp.clock.advance(-11 * 60 * 1000)
  expect(answer.reason).toBe('captcha-failed')
})

it('is said to browsers, and is off unless it is configured', async () => {
  expect((await openTestBrowser(guarded.http).callOk(ways, {})).captcha).toBe(true)
  const plain = openTestBrowser(testApp.app.http)
  expect((await plain.callOk(ways, {})).captcha).toBe(false)
  expect(await plain.callOk(captcha, {})).toEqual({ challenge: null })
  expect((await plain.call(signIn, typed)).reason).toBe('invalid-credential')
})
