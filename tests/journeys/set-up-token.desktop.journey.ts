import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillSignIn } from './journey.ts'
import { setUpApp, test } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const alert = (page: Page) => page.getByRole('alert').first()

/** The one of this installation: it works once, so only this journey uses it. */
const setupToken = () =>
  readFileSync(path.join(process.env.JOURNEY_DATA!, 'secrets/setup-token'), 'utf8').trim()

async function giveToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Set-up token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('the set-up token opens the set-up pages, and one repair uses it up', async ({ page, phone, hire }) => {
  const { email, firstName, lastName, password } = await hire(phone)
  await setUpApp(phone)
  await page.goto('/setup')
  await giveToken(page, setupToken())
  await expect(heading(page)).toHaveText('This installation is already set up')
  await expect(page.getByText('A super administrator exists.')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/setup/fix-user')
  await expect(heading(page)).toHaveText('Repair an account')
  await expect(page.getByLabel('E-mail address of the account')).toHaveCount(0)
  await giveToken(page, '')
  await expect(alert(page)).toContainText('Enter the set-up token')
  await giveToken(page, `${setupToken()}x`)
  await expect(alert(page)).toContainText(
    'The set-up token is not valid. Check it, or it may already have been used.',
  )
  await expectAccessible(page)
  await giveToken(page, setupToken())
  await page.getByLabel('E-mail address of the account').fill(`nobody-${email}`)
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(alert(page)).toContainText('Account not found')
  await page.getByLabel('E-mail address of the account').fill(email)
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect(heading(page)).toHaveText(`Repair ${firstName} ${lastName}`)
  await page.getByRole('button', { name: 'Repair account' }).click()
  await expect(alert(page)).toContainText('Choose at least one repair')
  await expectAccessible(page)
  await page.getByLabel('Remove the second factor').check()
  await page.getByRole('button', { name: 'Repair account' }).click()
  await expect(heading(page)).toHaveText('Account repaired')
  await expect(page.getByText('The set-up token has been used')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Current state' })).toContainText('Second factorOff')
  await expectAccessible(page)

  await page.reload()
  await giveToken(page, setupToken())
  await expect(alert(page)).toContainText('The set-up token is not valid.')
  await phone.goto('/login')
  await fillSignIn(phone, email, password)
  await expect(phone).toHaveURL(/\/clinic$/)
})
