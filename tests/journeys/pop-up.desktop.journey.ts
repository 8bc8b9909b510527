import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './journey.ts'
import { test } from './people.ts'
import { linkGoogle, signInAtProvider } from './provider.ts'

/** Presses the button of the provider; answers its window. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const window = await opened
  await expect(window.getByRole('heading', { name: /^Sign in with .*google$/ })).toBeVisible()
  return window
}

test('a linked Google account signs in in a window of its own, which closes', async ({ page, hire }) => {
  const { email } = await hire(page)
  await linkGoogle(page, email)
  await page.context().clearCookies()
  await page.goto('/login?to=%2Fclinic%2Fpatients')
  const sizes: string[] = []
  await page.exposeFunction('keepSize', (size: string) => sizes.push(size))
  await page.evaluate(`{
    const open = window.open.bind(window)
    window.open = (...values) => (window.keepSize(values[2]), open(...values))
  }`)
  const window = await openWindow(page)
  await expect(page.getByText('Continue in the Google window.')).toBeVisible()
  await expectAccessible(page)
  const closed = window.waitForEvent('close')
  await signInAtProvider(window, email)
  await closed
  await expect(page).toHaveURL(/\/clinic\/patients$/)
  expect(sizes).toEqual([expect.stringContaining('width=500,height=600')])
})

test('a window that is closed without an answer, or cancelled, is told of on the page', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await (await openWindow(page)).close()
  const closed = page.getByText('The sign-in window was closed before you signed in.')
  await expect(async () => {
    await page.clock.fastForward(2000)
    await expect(closed).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessible(page)

  const window = await openWindow(page)
  const ended = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Cancel' }).click()
  await ended
  await expect(page.getByRole('alert')).toContainText('Sign-in was not completed.')
})
