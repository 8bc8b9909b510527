import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, uniqueIpAddress, test } from './journey.ts'
import { allMessagesTo } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Fills the form in as a person would: not in the first seconds after it was opened. */
async function write(page: Page, { name, message }: { name: string; message: string }): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill('amara@example.org')
  await page.getByLabel(/^Practice/).fill('Bay View Dental')
  await page.getByLabel('What is it about?').selectOption('Using Candour in a practice')
  await page.getByLabel('Your message').fill(message)
  // The form has noted when it was opened by the time that it took what was typed.
  await page.clock.fastForward(10_000)
}

/** With a clock of its own, which is moved on: a form that is sent at once was not filled in by a person. */
async function openContact(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  // The form listens once its page has been taken over.
  await expect(page.locator('form[novalidate]')).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const newName = () => `Amara ${randomUUID().slice(0, 8)}`

test('somebody writes to the platform, and a super administrator reads it, marks it and deletes it', async ({
  page,
  phone,
  signIn,
}) => {
  const name = newName()
  await openContact(phone)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Send' }).click()
  const summary = phone.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Enter your name')
  await expect(summary).toBeFocused()
  await expectAccessible(phone)
  await write(phone, { name, message: 'We are four dentists.\nCould we see it?' })
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(heading(phone)).toHaveText('Thank you, your message has been sent')
  await expect(heading(phone)).toBeFocused()
  await expect(phone.getByText('amara@example.org')).toBeVisible()
  await expectAccessible(phone)

  await expect
    .poll(async () => (await allMessagesTo('support@candour.example')).some((mail) => mail.includes(name)))
    .toBe(true)

  await signIn(page, 'Rowan')
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Enquiries/ }).click()
  await expect(heading(page)).toHaveText('Enquiries')
  const card = page.getByRole('article', { name: new RegExp(name) })
  await expect(card).toContainText('Could we see it?')
  await expect(card.getByRole('link', { name: 'amara@example.org' })).toHaveAttribute(
    'href',
    'mailto:amara@example.org',
  )
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Answered' }).click()
  await expect(card).toContainText('Marked as answered by Rowan')
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
})

test('what could not be sent stays, and is sent again as one enquiry', async ({ page }) => {
  await openContact(page)
  await write(page, { name: newName(), message: 'Is anybody there?' })
  await page.route('**/api/enquiries', (route) => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('Is anybody there?')
  await page.unroute('**/api/enquiries')
  const asked = page.waitForRequest('**/api/enquiries')
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ website: '', message: 'Is anybody there?' })
  await expect(heading(page)).toHaveText('Thank you, your message has been sent')
})

test('a program is turned away, and so is whoever sends too often; both are told', async ({ page }) => {
  await openContact(page)
  await write(page, { name: newName(), message: 'Buy now.' })
  await page.locator('#website').evaluate((field) => {
    ;(field as unknown as { value: string }).value = 'https://example.org'
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('like an automated message')
  await page.locator('#website').evaluate((field) => {
    ;(field as unknown as { value: string }).value = ''
  })
  // Ten tries in an hour from one address, the one above among them.
  for (let n = 0; n < 9; n++) {
    await page.request.post('/api/enquiries', { data: { nothing: n } })
  }
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many requests')
  await expect(page.getByLabel('Your message')).toHaveValue('Buy now.')
  await expectAccessible(page)
})

test('somebody writes without a script, is told what is missing, and reads that it was sent', async ({
  browser,
  demo,
  page,
  signIn,
}) => {
  const name = newName()
  const still = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: demo.address, viewport: { width: 390, height: 844 } },
    extraHTTPHeaders: uniqueIpAddress(),
  })
  const reader = await still.newPage()
  await reader.goto('/contact')
  await reader.getByLabel('Your name').fill(name)
  await reader.getByLabel('What is it about?').selectOption('Accessibility')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(reader).toHaveURL(/\/contact$/)
  await expect(reader).toHaveTitle(/^Error: /)
  const summary = reader.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText(['Enter your e-mail address', 'Enter your message'])
  await expect(reader.getByLabel('Your name')).toHaveValue(name)
  await expect(reader.getByLabel('What is it about?')).toHaveValue('accessibility')
  await expect(reader.getByLabel('E-mail address')).toHaveAccessibleDescription(
    'We will reply to this address. Enter your e-mail address',
  )
  await expect(reader.getByLabel('Your name')).not.toHaveAttribute('aria-invalid')
  await summary.getByRole('link', { name: 'Enter your message' }).click()
  await expect(reader.getByLabel('Your message')).toBeInViewport()
  await reader.getByLabel('E-mail address').fill('amara')
  await reader.getByLabel('Your message').fill('The dots are too small.\nCould they be larger?')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(summary.getByRole('listitem')).toHaveText(['Please enter a valid email address.'])
  await reader.getByLabel('E-mail address').fill('amara@example.org')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(heading(reader)).toHaveText('Thank you, your message has been sent')
  await expect(reader).toHaveURL(/\/contact\/sent$/)
  await still.close()

  await page.goto('/contact/sent')
  await expectAccessible(page)
  expect((await page.goto('/contact/unsent'))?.status()).toBe(404)
  // The same page with everything that can be wrong, looked at with the tools that need a script.
  await page.goto('/')
  await page.setContent(`<form method="post" action="${demo.address}/contact"><button>Send</button></form>`)
  await page.getByRole('button').click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
  await expectAccessible(page)

  await signIn(page, 'Rowan')
  await page.goto('/admin/enquiries')
  await expect(page.getByRole('article', { name: new RegExp(name) })).toContainText('Could they be larger?')
})

test('a super administrator is told what is not configured, and where it says what to set', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  const panel = page.getByRole('region', { name: 'Configuration Required' })
  for (const line of [
    'Stripe billing not configured',
    'Database not configured',
    'Email service not configured',
  ])
    await expect(panel.getByText(line, { exact: true })).toBeVisible()
  await expectAccessible(page)
  const instructions = page.waitForEvent('popup')
  await panel.getByRole('link', { name: /Set-up instructions/ }).click()
  const opened = await instructions
  await expect(heading(opened)).toHaveText('Set-up instructions')
  await expect(opened.getByText('STRIPE_SECRET_KEY').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(heading(page)).toHaveText('Dashboard')
  await page.waitForLoadState('networkidle')
  await expect(panel).toHaveCount(0)
})

test('the clinic’s sidebar leads to the manual and to the terms', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  await page.goto('/clinic')
  const sidebar = page.getByRole('navigation', { name: 'Clinic' })
  const manual = sidebar.getByRole('link', { name: /How to Generate Consents/ })
  await expect(manual).toHaveAttribute('href', '/how-to-generate-consents')
  await expect(manual).toHaveAttribute('target', '_blank')
  await sidebar.getByRole('link', { name: 'Terms & Conditions' }).click()
  await expect(heading(page)).toHaveText('Terms & Conditions')
})
