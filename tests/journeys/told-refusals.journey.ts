import type { Page } from '@playwright/test'
import { requestRegistration } from './registration-link.ts'
import { expect, expectAccessible, fillSignIn } from './journey.ts'
import { ask, newPerson, test } from './people.ts'
import { countMessages } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('somebody with an account sets up a practice with it, and is led into no invitation', async ({
  page,
  hire,
}) => {
  const { email, password, lastName } = await hire(page)
  await page.context().clearCookies()
  // The first link to that page was the invitation.
  await requestRegistration(page, { purpose: 'Join a practice', email, number: 2 })
  await expect(heading(page)).toHaveText('You have an account already')
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await requestRegistration(page, { purpose: 'Set up a new practice', email, number: 3 })
  await expect(heading(page)).toHaveText('Sign in to set up your practice')
  await fillSignIn(page, email, password)
  await expect(heading(page)).toHaveText('Set up your practice')
  await expectAccessible(page)
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
  const { staffId } = await hire(page)
  const refusal = page.getByText('You do not have permission to open that page.')
  await page.goto('/clinic/staff')
  await expect(page).toHaveURL(/\/clinic$/)
  await expect(refusal).toBeVisible()
  await expectAccessible(page)
  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  await expect(refusal).toHaveCount(0)

  await ask(manager, `clinic/staff/${staffId}/deactivations`, { takeoverId: null })
  await page.goto('/clinic/consents')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').first()).toContainText('This account has been deactivated.')
  await expectAccessible(page)
})

test('a fourth request for a new password is answered as the others, and says how long to wait', async ({
  page,
  hire,
}) => {
  const { email } = await hire(page)
  await page.context().clearCookies()
  const before = await countMessages(email)
  await page.goto('/forgot-password')
  const send = page.getByRole('button', { name: 'Send Reset Email' })
  for (const address of [...Array<string>(4).fill(email), newPerson().email]) {
    await page.getByLabel('E-mail address').fill(address)
    const answered = page.waitForResponse('**/api/password-reset')
    await send.click()
    expect(await (await answered).json()).toEqual({ success: true })
    await expect(page.getByRole('status')).toHaveText(
      'Password reset email sent! Please check your inbox.If nothing arrives, check your junk folder, or wait 15 minutes and try again.',
    )
  }
  await expectAccessible(page)
  await expect.poll(() => countMessages(email)).toBe(before + 3)
})

test('the pages of signing in say without a script what is missing', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.address })
  const page = await context.newPage()
  for (const path of ['/login', '/admin-login', '/register', '/forgot-password', '/clinic']) {
    await page.goto(path)
    // Playwright takes what stands in it for no text, whether or not it is shown.
    const said = page.locator('noscript p')
    await expect(said).toBeVisible()
    expect(await said.innerText()).toContain('This page needs JavaScript.')
  }
  await context.close()
})
