import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, sendConsent, test } from './journey.ts'

/** Pastes text into an input, from the browser's own clipboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.press('Control+V')
}

const parts = ['Day', 'Month', 'Year'] as const

async function expectParts(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, part] of parts.entries())
    await expect(page.getByLabel(part, { exact: true })).toHaveValue(values[index]!)
}

test('a patient pastes a whole birth date into one box, and goes on', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const { url, dateOfBirth } = await sendConsent(page)
  expect(dateOfBirth).toBe('1975-09-30')
  await phone.goto(url)
  // What no calendar has stays whole, and is told.
  await paste(phone, 'Day', '31/02/1975')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toBeVisible()
  await expectParts(phone, ['31/02/1975', '', ''])
  await phone.getByLabel('Day', { exact: true }).fill('')
  await paste(phone, 'Day', '30 September 1975')
  await expectParts(phone, ['30', '9', '1975'])
  await expectAccessible(phone)
  await phone.getByLabel('Month', { exact: true }).fill('Medi')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).not.toContainText('date of birth')
})

test('a receptionist pastes a birth date from another system', async ({ page, signIn }) => {
  const lastName = `Journey-${randomUUID().slice(0, 8)}`
  await signIn(page, 'Sam')
  await page.goto('/clinic/patients/new')
  await page.getByLabel('First name').fill('Ffion')
  await page.getByLabel('Last name').fill(lastName)
  await paste(page, 'Day', '14/03/61')
  await expectParts(page, ['14', '3', '1961'])
  for (const part of parts) await page.getByLabel(part, { exact: true }).fill('')
  await page.getByLabel('Day', { exact: true }).fill('03/14/1961')
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('alert').first()).toContainText('There is no month 14')
  await page.getByLabel('Day', { exact: true }).fill('14')
  await page.getByLabel('Month', { exact: true }).fill('March')
  await page.getByLabel('Year', { exact: true }).fill('1961')
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
  await expect(page.getByText('14 Mar 1961').first()).toBeVisible()
})
