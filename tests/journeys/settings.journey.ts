import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillBirthDate, sendConsent, test } from './journey.ts'

/** Each width has a practice of its own: settings belong to all of a practice. */
const ownerAt = { phone: 'Jonah', desktop: 'Amara' } as Record<string, string>

const open = async (page: Page, section: string): Promise<void> => {
  await page.goto('/clinic/settings')
  await page.getByRole('link', { name: section, exact: true }).click()
}

test('an owner says who the practice is, how it looks and what it decides, and patients see it', async ({
  page,
  phone,
  signIn,
}, { project }) => {
  await signIn(page, ownerAt[project.name]!)
  await page.goto('/clinic/settings')
  await page.getByLabel('Website').fill('http://plain.example.org')
  await page.getByRole('button', { name: 'Save practice details' }).click()
  await expect(page.getByRole('alert').first()).toContainText('begins with https://')
  await expectAccessible(page)
  await page.getByLabel('Website').fill('https://practice.example.org')
  await page.getByLabel('Code word').fill('Kingfisher')
  await page.getByRole('button', { name: 'Save practice details' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()

  await open(page, 'Branding')
  await page.getByRole('textbox', { name: 'Colour (optional)' }).fill('#e8b800')
  await expect(page.getByText('too hard to read')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save colour' }).click()
  await expect(page.getByText('This colour is too pale')).toBeVisible()
  await page.getByRole('button', { name: /^Use #/ }).click()
  await page.getByRole('button', { name: 'Save colour' }).click()
  await expect(page.getByText('Colour saved.')).toBeVisible()
  await expect(page.getByText('You have unsaved text')).toHaveCount(0)
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#7a1f5c"/></svg>'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
  await expect(page.getByText('Logo updated.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Logo of/ })).toBeVisible()
  await expectAccessible(page)

  await open(page, 'Policies')
  const days = page.getByLabel('Days a patient’s link is valid')
  await days.fill('91')
  await page.getByRole('button', { name: 'Save policies' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Enter a whole number from 1 to 90')
  await days.fill('30')
  await page.getByLabel('Palmer: LR6').check()
  await page.getByRole('button', { name: 'Save policies' }).click()
  await expect(page.getByText('Policies saved.')).toBeVisible()
  await expectAccessible(page)

  const { url, dateOfBirth } = await sendConsent(page)
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await expect(phone.locator('header img')).toHaveAttribute('src', /^\/api\/logos\//)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  const start = phone.getByRole('button', { name: 'Start reading' })
  await expect(start).toBeVisible()
  // Gold darkened until it can be read: red and green, and no blue.
  await expect(start).toHaveCSS('background-color', /rgb\(\d+, \d+, 0\)/)
  await expectAccessible(phone)
})

test('a patient’s record: held, asked for, and given as one file', async ({ page, signIn }, { project }) => {
  await signIn(page, ownerAt[project.name]!)
  const { lastName } = await sendConsent(page)
  await page.goto(`/clinic/patients?q=${lastName}`)
  await page
    .getByRole('link', { name: `Robin ${lastName}` })
    .first()
    .click()
  await expect(page.getByText('years after the last care')).toBeVisible()
  await page.getByRole('button', { name: 'Place on hold' }).click()
  await page.getByRole('button', { name: 'Place on hold' }).click()
  await expect(page.getByText('Enter reason for the hold')).toBeVisible()
  await page.getByLabel('Reason for the hold').fill('A claim was announced')
  await page.getByRole('button', { name: 'Place on hold' }).click()
  await expect(page.getByText('Record on hold')).toBeVisible()

  await page.getByRole('button', { name: 'Record request' }).click()
  await page.getByLabel('Requested by').fill('The patient, at the desk')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('Not yet confirmed')).toBeVisible()
  await page.getByRole('link', { name: `Robin ${lastName}` }).click()
  await expect(page.getByRole('link', { name: 'Access to their data' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create access pack' }).click()
  await expect(page.getByText(/^Ready, /)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const files = unzipSync(readFileSync(await download.path()))
  expect(Object.keys(files)).toContain('index.html')
  expect(new TextDecoder().decode(files['pages/patients.html'])).toContain(lastName)
})

test('the practice takes a copy of everything, and is asked for its name before it closes', async ({
  page,
  signIn,
}, { project }) => {
  await signIn(page, ownerAt[project.name]!)
  await page.goto('/clinic/settings?section=data')
  await expect(page.getByRole('heading', { name: 'Records due for review' })).toBeVisible()
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(page.getByText(/^Ready, /).first()).toBeVisible()
  await page.getByRole('button', { name: 'Close the account' }).click()
  await page.getByLabel('To confirm, type the name of the practice').fill('Another one')
  await page.getByRole('button', { name: 'Close the account' }).click()
  await expect(page.getByText(/^Enter .* to close this account/)).toBeVisible()
  await expectAccessible(page)
})
