import { expect, expectAccessible, fillSignIn, demoAccountOf, signOut, test } from './journey.ts'

test('somebody who is not signed in is sent to sign in, and back to the page they asked for', async ({
  page,
  demo,
}) => {
  const { email, password } = demoAccountOf(demo, 'Tom')
  await page.goto('/clinic/patients?q=rah#results')
  await expect(page).toHaveURL(/\/login\?to=/)
  await expectAccessible(page)
  const asked = page.waitForRequest('**/api/sign-in')
  await fillSignIn(page, email, 'not the password')
  expect((await asked).headers()['x-time-zone']).toBe('Europe/London')
  await expect(
    page
      .getByText('Invalid email/username or password. Please check your credentials and try again.')
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await fillSignIn(page, email, password)
  await expect(page).toHaveURL(/\/clinic\/patients\?q=rah#results$/)
  await expect(page.getByText('Yusuf Rahman').first()).toBeVisible()
})

test('a return address of another site is not followed', async ({ page, demo }) => {
  const { email, password } = demoAccountOf(demo, 'Tom')
  await page.goto('/login?to=https%3A%2F%2Fexample.org%2Fclinic')
  await fillSignIn(page, email, password)
  await expect(page).toHaveURL(/localhost:\d+\/clinic$/)
})

test('clinic staff cannot open the super-administrator portal, and it cannot open the clinic', async ({
  page,
  signIn,
  signInOnScreen,
}) => {
  await signIn(page, 'Tom')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/clinic$/)
  await page.context().clearCookies()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?to=%2Fadmin$/)
  await signInOnScreen(page, 'Rowan')
  await expect(page).toHaveURL(/\/admin$/)
  await expectAccessible(page)
  await page.goto('/admin/consents')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/clinic/patients')
  await expect(page).toHaveURL(/\/admin$/)
})

test('signing out ends the session', async ({ page, signInOnScreen }) => {
  await signInOnScreen(page, 'Priya')
  await signOut(page)
  await page.goto('/clinic')
  await expect(page).toHaveURL(/\/login/)
})

test('an unknown address says so, and leads home', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer!.status()).toBe(404)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL(/\/$/)
})
