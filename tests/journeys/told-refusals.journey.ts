import type { Page } from '@playwright/test'
import { askToRegister } from './asked-link.ts'
import { expect, expectAccessible, fillSignIn } from './journey.ts'
import { ask, test } from './people.ts'
import { linkFor } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const exists = 'An account with this email already exists.'

test('somebody with an account sets up a practice with it, and is led into no invitation', async ({
  page,
  hire,
}) => {
  const { email, password, lastName } = await hire(page)
  await page.context().clearCookies()
  await askToRegister(page, 'I have been added to a practice’s staff', email)
  await expect(heading(page)).toHaveText('You have an account already')
  await expect(page.getByText(exists)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await askToRegister(page, 'I am setting up a new practice', email)
  await expect(heading(page)).toHaveText('Sign in to set up your practice')
  await expect(page.getByText(exists)).toBeVisible()
  await fillSignIn(page, email, password)
  await expect(heading(page)).toHaveText('Set up your practice')
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create practice' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter the name of the practice.')
  await page.getByLabel('Practice name').fill(`${lastName} Second Practice`)
  await page.getByRole('button', { name: 'Create practice' }).click()
  await expect(page).toHaveURL(/\/clinic$/)
  await expect(page.getByText(`${lastName} Second Practice`).first()).toBeVisible()
})

test('a page without permission, and access that is taken away, are told in words', async ({
  page,
  hire,
  manager,
}) => {
  const { email, password, staffId } = await hire(page)
  await page.goto('/login')
  await fillSignIn(page, email, password).catch(() => {})
  await page.goto('/clinic/staff')
  await expect(page).toHaveURL(/\/clinic$/)
  await expect(page.getByRole('alert')).toContainText('You do not have permission to open that page.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(page.getByText('You do not have permission to open that page.')).toHaveCount(0)

  await ask(manager, `clinic/staff/${staffId}/deactivations`, { takeoverId: null })
  await page.goto('/clinic/patients')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert')).toHaveText(
    'This account has been deactivated. Please contact your administrator for assistance.',
  )
  await expectAccessible(page)
})

test('a reset link that was used says so before a password is chosen', async ({ page, hire }) => {
  const { email, password } = await hire(page)
  await page.context().clearCookies()
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible()
  await expect(page.getByText('wait 15 minutes and ask again')).toBeVisible()
  const link = await linkFor(email, '/reset-password')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(`${password} again`)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(heading(page)).toHaveText('Your new password is set')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(heading(page)).toHaveText('This link cannot be used')
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('the pages of signing in say without a script what is missing, sent or not', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.address })
  const page = await context.newPage()
  for (const path of ['/login', '/admin-login', '/register', '/forgot-password']) {
    await page.goto(path)
    await expect(page.getByText('This page needs JavaScript.')).toBeVisible()
    await page.locator('form button[type=submit]').first().click()
    await expect(heading(page)).toHaveText('The form was not sent')
    expect(new URL(page.url()).search).toBe('')
  }
  await page.goto('/clinic')
  await expect(page.getByText('This page needs JavaScript.')).toBeVisible()
  await context.close()
})
