import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillSignIn, signOut } from './journey.ts'
import { addPasskeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { newPerson, test } from './people.ts'
import { requestRegistration } from './registration-link.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const reminder = (page: Page) => page.getByText(/^Set up a second factor by \d+ \w+ \d{4}$/)
const requireIt = (page: Page) => page.getByRole('checkbox', { name: 'Require a second factor' })
const reason = 'One shared computer without phones in surgery, until March.'

test('a new practice asks for a second factor from a day on, and does without one only in writing', async ({
  page,
}) => {
  const { email, firstName, lastName, password } = newPerson()
  await requestRegistration(page, { purpose: 'Set up a new practice', email })
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Practice name').fill(`${lastName} Dental`)
  await page.getByRole('button', { name: 'Create account and practice' }).click()
  await expect(page).toHaveURL(/\/clinic$/)
  let device: PasskeyDevice

  await test.step('When a passkey is set up, the reminder is gone', async () => {
    await expect(reminder(page)).toBeVisible()
    await expectAccessible(page)
    device = await addPasskeyDevice(page)
    await page.getByRole('link', { name: 'Set it up now' }).click()
    await expect(heading(page)).toHaveText('My Account')
    await page.getByRole('button', { name: 'Add a passkey: No passkeys yet' }).click()
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible()
    await expect(reminder(page)).toHaveCount(0)
  })

  await test.step('When it is switched off, it asks why, and says so afterwards', async () => {
    await page.goto('/clinic/settings?section=security')
    await expect(page.getByText('Set up by 1 of 1 staff.')).toBeVisible()
    await requireIt(page).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Enter the reason, in at least 10 characters')
    await expectAccessible(page)
    await page.getByLabel('Reason for not requiring a second factor').fill(reason)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Your practice does not require a second factor')).toBeVisible()
    await expect(page.getByText(new RegExp(`${reason} \\(${firstName} ${lastName},`))).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('When it is asked for again, a password is followed by the passkey', async () => {
    await requireIt(page).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Your practice does not require a second factor')).toHaveCount(0)
    await device.setAgrees(false)
    await signOut(page)
    await fillSignIn(page, email, password)
    await expect(heading(page)).toHaveText('One more step')
    await expectAccessible(page)
    await device.setAgrees(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/clinic$/)
  })
})
