import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { linkFor } from './sent-mails.ts'

type RegistrationRequest = {
  purpose: string
  email: string
  /** Which link to this page it is that the address is sent. */
  number?: number
}

/** Says at `/register` what one is here for, and opens the link that comes. */
export async function requestRegistration(
  page: Page,
  { purpose, email, number = 1 }: RegistrationRequest,
): Promise<void> {
  await page.goto('/register')
  await page.getByRole('radio', { name: purpose }).check()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  await expect(
    page.getByText(`If you can register with ${email}, an e-mail is on its way there.`),
  ).toBeVisible()
  await page.goto('about:blank')
  await page.goto(await linkFor(email, '/register', { number }))
  await page.getByRole('button', { name: 'Continue' }).click()
}
