import type { Page } from '@playwright/test'
import { AuthenticatorApp } from './authenticator-app.ts'
import { expect, expectAccessible, fillSignIn, signOut } from './journey.ts'
import { newPerson, setUpApp, test } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Sets up the second factor that a sign-in must have, and goes in. */
async function enrol(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Set up your second factor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const key = page.getByText('Or type this key into the app').locator('xpath=following-sibling::p')
  const app = new AuthenticatorApp((await key.textContent())!)
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await page.getByRole('button', { name: 'Finish and continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Save your recovery codes, then tick the box')
  await expectAccessible(page)
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Finish and continue' }).click()
}

test('the set-up pages open neither to a wrong token nor to somebody of a practice', async ({
  page,
  signIn,
}) => {
  for (const setUp of ['/setup', '/setup/fix-user', '/setup/reactivate-superadmin']) {
    await page.goto(setUp)
    await page.getByLabel('Set-up token', { exact: true }).fill('no-token-of-this-installation')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('The set-up token is not valid.')
    await expectAccessible(page)
  }
  await signIn(page, 'Priya')
  await page.goto('/setup/fix-user')
  await expect(page.getByLabel('Set-up token', { exact: true })).toBeVisible()
})

test('a super administrator makes another, who sets up a second factor and helps somebody whose phone is lost', async ({
  page,
  phone,
  signIn,
  hire,
}) => {
  const { email, password } = newPerson()
  await signIn(page, 'Rowan')
  await page.goto('/setup')
  await expect(heading(page)).toHaveText('Create another super administrator')
  await page.getByLabel('Name').fill('Kit Marlow')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create super administrator' }).click()
  await expect(heading(page)).toHaveText('Super administrator created')
  await expectAccessible(page)
  await page.context().clearCookies()

  const person = await hire(phone)
  await setUpApp(phone)
  await page.goto('/admin-login')
  await expectAccessible(page)
  await fillSignIn(page, email, password)
  await enrol(page)
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto('/setup/fix-user')
  await page.getByLabel('E-mail address of the account').fill(person.email)
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(heading(page)).toHaveText(`Repair ${person.firstName} ${person.lastName}`)
  await expectAccessible(page)
  await page.getByLabel('Remove the second factor').check()
  await page.getByRole('button', { name: 'Repair account' }).click()
  await expect(heading(page)).toHaveText('Account repaired')
  await expectAccessible(page)

  await phone.goto('/clinic')
  await expect(phone).toHaveURL(/\/login/)
  await fillSignIn(phone, person.email, person.password)
  await expect(phone).toHaveURL(/\/clinic$/)
  await signOut(phone)
})
