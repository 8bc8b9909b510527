import type { Page } from '@playwright/test'
import { requestRegistration } from './registration-link.ts'
import { AuthenticatorApp } from './authenticator-app.ts'
import { expect, expectAccessible, fillSignIn, signOut } from './journey.ts'
import { linkFor } from './sent-mails.ts'
import { newPerson, test } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Turns the second factor on at the account's page; answers the app and stays there. */
async function turnOnSecondFactor(page: Page): Promise<AuthenticatorApp> {
  await page.goto('/clinic/account')
  await page.getByRole('button', { name: 'Turn on: Authenticator app' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const key = page.getByText('Or type this key into the app').locator('xpath=following-sibling::p')
  const app = new AuthenticatorApp((await key.textContent())!)
  await page.getByLabel('I have saved these codes').check()
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByText('Required at each sign-in.')).toBeVisible()
  return app
}

test('somebody is invited, registers, sets up a second factor, signs in with both, and opens only what is theirs', async ({
  page,
  phone,
  signIn,
}) => {
  const { email, firstName, lastName, password } = newPerson()
  await signIn(page, 'Siân')
  await page.goto('/clinic/staff/register')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(heading(page)).toHaveText(`${firstName} ${lastName} added to staff`)

  await phone.goto(await linkFor(email, '/register'))
  await expect(heading(phone)).toHaveText('Your registration')
  expect(new URL(phone.url()).hash).toBe('')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('You join Harbour Street Dental.')).toBeVisible()
  await expect(phone.getByLabel('E-mail address')).toHaveValue(email)
  await phone.getByLabel('Password', { exact: true }).fill('password1234')
  await expect(phone.getByText(/^Strength: (Very weak|Weak)$/)).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Create account' }).click()
  await expect(phone.getByRole('alert')).toContainText('This password is too common or has been leaked')
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await expect(phone.getByText('Strength: Strong')).toBeVisible()
  await phone.getByRole('button', { name: 'Create account' }).click()
  await expect(phone).toHaveURL(/\/clinic$/)

  const app = await turnOnSecondFactor(phone)
  await signOut(phone)
  await fillSignIn(phone, email, password)
  await expect(heading(phone)).toHaveText('One more step')
  await expectAccessible(phone)
  await phone.goto('/clinic')
  await expect(heading(phone)).toHaveText('One more step')
  await phone.getByLabel('Code', { exact: true }).fill('12345')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('Enter the 6 digits of the code')
  await phone.getByLabel('Code', { exact: true }).fill(await app.code())
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone).toHaveURL(/\/clinic$/)

  await phone.goto('/clinic/staff')
  await expect(phone).toHaveURL(/\/clinic$/)
  await expect(heading(phone)).toContainText(`${firstName} ${lastName}`)
  await signOut(phone)
})

test('a new practice registers itself once its address is proved, and begins empty', async ({ page }) => {
  const { email, firstName, lastName, password } = newPerson()
  await page.goto('/register')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose what you would like to do')
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)

  await requestRegistration(page, { purpose: 'Set up a new practice', email })
  await expect(heading(page)).toHaveText('Set up your practice')
  await expectAccessible(page)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account and practice' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter the name of the practice.')
  await page.getByLabel('Practice name').fill(`${lastName} Dental`)
  const timeZone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(timeZone).toHaveValue('Europe/London')
  await timeZone.fill('ireland')
  await page.getByRole('option', { name: /^Europe\/Dublin GMT/ }).click()
  await expect(timeZone).toHaveValue('Europe/Dublin')
  await timeZone.fill('nowhere at all')
  await expect(page.getByText('No time zone matches.')).toBeVisible()
  await timeZone.fill('united kingdom')
  await expect(page.getByRole('option', { name: /London/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(timeZone).toHaveValue('Europe/London')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account and practice' }).click()

  await expect(page).toHaveURL(/\/clinic$/)
  await expect(page.getByText('No consents yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/clinic/patients')
  await expect(page.getByText('Yusuf Rahman')).toHaveCount(0)
  await page.goto('/clinic/staff')
  await expect(page.getByRole('link', { name: `${firstName} ${lastName}` })).toBeVisible()
  await expect(page.getByText('Siân Rees')).toHaveCount(0)
})

const added = 'Join a practice'

test('somebody whom no practice has added is told so, but only once the address is theirs', async ({
  page,
  demo,
}) => {
  await requestRegistration(page, { purpose: added, email: newPerson().email })
  await expect(
    page.getByText('You are not authorized to register. Contact your clinic administrator.'),
  ).toBeVisible()
  await expectAccessible(page)

  const { email } = demo.accounts.find(({ name }) => name === 'Ewa Kowalczyk')!
  await requestRegistration(page, { purpose: added, email })
  await expect(page.getByText('An account with this email already exists.').first()).toBeVisible()
  await expectAccessible(page)
})
