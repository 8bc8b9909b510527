import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { AuthenticatorApp } from './authenticator-app.ts'
import { expect, demoAccountOf, test as base } from './journey.ts'
import { linkFor, tokenOf } from './sent-mails.ts'

/** Somebody who belongs to one journey alone. */
export type Person = {
  email: string
  firstName: string
  lastName: string
  password: string
  staffId: string
}

type PeopleFixtures = {
  /** Siân's browser: she manages the staff. */
  manager: APIRequestContext
  /** Somebody new on Siân's staff, invited and registered, and signed in on this page. */
  hire(page: Page): Promise<Person>
}

type Method = 'post' | 'patch' | 'put' | 'delete'

/** Asks the API, which must agree. */
export async function ask<T>(
  browser: APIRequestContext,
  path: string,
  data: object = {},
  method: Method = 'post',
) {
  const answer = await browser[method](`/api/${path}`, { data, headers: { 'idempotency-key': randomUUID() } })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

/** A name that nobody else has, and a password that nobody guesses. */
export function newPerson(): Omit<Person, 'staffId'> {
  const [name, secret] = randomUUID().split('-') as [string, string]
  return {
    email: `noor-${name}@example.org`,
    firstName: 'Noor',
    lastName: `Journey-${name}`,
    password: `otter lamp ${secret} wharf`,
  }
}

const noPermissions = {
  role: 'clinic_staff',
  permissionLevel: 1,
  permissions: {},
  isClinician: false,
  loginHoursRestricted: false,
  loginHours: {},
}

export const test = base.extend<PeopleFixtures>({
  manager: async ({ request, demo }, use) => {
    const { email, password } = demoAccountOf(demo, 'Siân')
    await ask(request, 'sign-in', { login: email, password })
    await use(request)
  },
  hire: async ({ manager }, use) =>
    use(async (page) => {
      const person = newPerson()
      const { email, firstName, lastName, password } = person
      const { id } = await ask<{ id: string }>(manager, 'clinic/staff', {
        email,
        firstName,
        lastName,
        ...noPermissions,
      })
      const token = tokenOf(await linkFor(email, '/register'))
      await ask(page.request, 'registration/finish', { token, firstName, lastName, password })
      return { ...person, staffId: id }
    }),
})

/** Nobody may sign in as this person today. */
export const blockSignInToday = (manager: APIRequestContext, { staffId, firstName, lastName }: Person) =>
  ask(
    manager,
    `clinic/staff/${staffId}`,
    { firstName, lastName, ...noPermissions, loginHoursRestricted: true },
    'patch',
  )

type App = { app: AuthenticatorApp; recoveryCodes: string[] }

/** Gives the person who is signed in on this page a second factor. */
export async function setUpApp(page: Page): Promise<App> {
  const { secret, recoveryCodes } = await ask<{ secret: string; recoveryCodes: string[] }>(
    page.request,
    'account/second-factor',
  )
  const app = new AuthenticatorApp(secret)
  await ask(page.request, 'account/second-factor/confirm', { code: await app.code() })
  return { app, recoveryCodes }
}
