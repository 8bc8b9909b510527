import { expect, type Page } from '@playwright/test'
import { ask } from './people.ts'

/** Says who one is at the provider's own page. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Links a Google account with this address to the person who is signed in on this page. */
export async function linkGoogle(page: Page, email: string): Promise<void> {
  const { url } = await ask<{ url: string }>(page.request, 'account/identities/google')
  await page.goto(url)
  await signInAtProvider(page, email)
  await expect(page).toHaveURL(/\/clinic\/account$/)
  await expect(page.getByRole('button', { name: 'Unlink: Google' })).toBeVisible()
}

/** Leaves for Google in this page: at once where there is no room for a window, else because windows are blocked. */
export async function redirectToGoogle(page: Page): Promise<void> {
  const onThisPage = page.getByRole('button', { name: 'Continue to Google on this page' })
  const there = page.getByRole('heading', { name: /^Sign in with .*google$/ })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(there.or(onThisPage)).toBeVisible()
  if (await there.isVisible()) return
  await expect(page.getByText('The sign-in window was blocked.')).toBeVisible()
  await onThisPage.click()
  await expect(there).toBeVisible()
}

/** A browser that lets no page open a window. */
export const blockPopups = (page: Page): Promise<unknown> => page.addInitScript('window.open = () => null')
