import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { providerNames } from '../../contract/sign-in-codes.ts'
import { demoAccountOf, expect, expectAccessible, fillNewPassword, fillSignIn, signOut } from './journey.ts'
import { codeFor, linkFor } from './sent-mails.ts'
import { ask, blockSignInToday, setUpApp, test } from './people.ts'
import { blockPopups, redirectToGoogle, linkGoogle, signInAtProvider } from './provider.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const alert = (page: Page) => page.getByRole('alert').first()

/** The step that is asked after every first factor of somebody who has an app. */
async function expectSecondStep(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('One more step')
  expect((await page.request.get('/api/clinic/clinicians')).status()).toBe(401)
}

test('a username signs in, and a wrong password is refused in its words', async ({ page, demo }) => {
  const { username, password, name } = demoAccountOf(demo, 'Sam')
  await page.goto('/login')
  for (const name of Object.values(providerNames)) {
    await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(alert(page)).toContainText('Enter your e-mail address or username')
  await expect(alert(page)).toBeFocused()
  await fillSignIn(page, username!, 'not the password')
  await expect(alert(page)).toContainText('Invalid username or password')
  await expectAccessible(page)
  await fillSignIn(page, username!.toUpperCase(), password)
  await expect(page).toHaveURL(/\/clinic$/)
  await expect(heading(page)).toContainText(name)
})

test('a forgotten password is set anew by an e-mailed link, once, and ends every session', async ({
  page,
  phone,
  hire,
}) => {
  const { email, password } = await hire(page)
  const newPassword = `${password} again`
  await phone.goto('/forgot-password')
  await phone.getByLabel('E-mail address').fill(email)
  await phone.route('**/api/password-reset', (route) => route.fulfill({ json: { success: false } }))
  await phone.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(alert(phone)).toHaveText('Failed to send reset email.')
  await expect(alert(phone)).toHaveClass(/text-bad/)
  await expectAccessible(phone)
  await phone.unroute('**/api/password-reset')
  await phone.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(phone.getByText('Password reset email sent! Please check your inbox.')).toBeVisible()
  await expectAccessible(phone)

  const link = await linkFor(email, '/reset-password')
  await phone.goto(link)
  await expect(heading(phone)).toHaveText('Choose a new password')
  await fillNewPassword(phone, 'short')
  await phone.getByRole('button', { name: 'Set new password' }).click()
  await expect(alert(phone)).toContainText(
    'Password is too weak. Please choose a stronger password. It must have at least 12 characters.',
  )
  await expectAccessible(phone)
  await phone.getByLabel('New password', { exact: true }).fill(newPassword)
  await phone.getByRole('button', { name: 'Set new password' }).click()
  await expect(heading(phone)).toHaveText('Your new password is set')
  await expectAccessible(phone)

  await page.goto('/clinic')
  await expect(page).toHaveURL(/\/login/)
  await phone.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await fillSignIn(phone, email, password)
  await expect(alert(phone)).toContainText('Invalid email/username or password.')
  await fillSignIn(phone, email, newPassword)
  await expect(phone).toHaveURL(/\/clinic$/)

  // A link that was used says so before anybody chooses a password.
  await page.goto(link)
  await expect(heading(page)).toHaveText('This link cannot be used')
  await expectAccessible(page)
})

test('an e-mailed link signs in by its button, once, and asks for the second factor on a device that is not remembered', async ({
  page,
  hire,
}) => {
  const { email, password } = await hire(page)
  const { recoveryCodes } = await setUpApp(page)
  await page.context().clearCookies()
  await page.goto('/login?to=%2Fclinic%2Fpatients')
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(page.getByText(`If ${email} has an account here, a link is on its way.`)).toBeVisible()
  await expectAccessible(page)

  const link = await linkFor(email, '/login/link')
  await page.goto(link)
  const use = page.getByRole('button', { name: 'Sign In', exact: true })
  await expect(use).toBeVisible()
  expect(await (await page.request.get('/api/session')).json()).toEqual({ user: null, step: 'none' })
  await expectAccessible(page)
  await use.click()
  await expectSecondStep(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]!.toUpperCase())
  await page.getByLabel(/^Remember this device/).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/clinic\/patients$/)

  await signOut(page)
  await page.goto(link)
  await use.click()
  await expect(heading(page)).toHaveText('This link cannot be used')
  await expect(page.getByText('It may have been used already.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/login')
  await fillSignIn(page, email, password)
  await expect(page).toHaveURL(/\/clinic$/)
})

test('a code that was sent to a proved phone signs in', async ({ page, hire }) => {
  await hire(page)
  await page.goto('/clinic/account')
  await page.getByRole('button', { name: 'Add: Phone' }).click()
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Texts can be intercepted/)

  // Of a range that is a mobile's throughout: not every number that begins with 07 is.
  const phone = `+447700${randomInt(900_000, 1_000_000)}`
  await ask(page.request, 'account/phone', { phone })
  await ask(page.request, 'account/phone/confirm', { phone, code: await codeFor(phone) })
  await page.context().clearCookies()

  await page.goto('/login')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await expect(alert(page)).toContainText('Enter a phone number, like 07700 900123.')
  await page.getByLabel('Phone number').fill(phone.replace('+44', '0'))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const code = page.getByLabel('Code from the text message')
  const sent = await codeFor(phone, { number: 2 })
  await code.fill(sent === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(alert(page)).toContainText('The code is not correct.')
  await expectAccessible(page)
  await code.fill(sent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/clinic$/)
})

test('a linked Google account signs in on this page, then the second factor, and goes on to no other site', async ({
  page,
  hire,
}) => {
  await blockPopups(page)
  const { email } = await hire(page)
  const { app } = await setUpApp(page)
  await linkGoogle(page, email)
  await expectAccessible(page)
  await page.context().clearCookies()

  await page.goto('/login?to=https://evil.example')
  await redirectToGoogle(page)
  await signInAtProvider(page, email)
  await expectSecondStep(page)
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/clinic$/)
})

test('who comes back from Google without a linked account is told why', async ({ page, hire }) => {
  await blockPopups(page)
  const person = await hire(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await redirectToGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page)).toContainText('Sign-in was not completed.')
  await expectAccessible(page)

  await redirectToGoogle(page)
  await signInAtProvider(page, person.email)
  await expect(alert(page)).toContainText(
    'An account already exists with this email using a different sign-in method.',
  )
  await redirectToGoogle(page)
  await signInAtProvider(page, `stranger-${person.email}`)
  await expect(alert(page)).toContainText('User account not found. Please contact your administrator.')
  expect(await (await page.request.get('/api/session')).json()).toEqual({ user: null, step: 'none' })
})

test('outside the login hours the day is named, however somebody signs in', async ({
  page,
  hire,
  manager,
}) => {
  await blockPopups(page)
  const person = await hire(page)
  await linkGoogle(page, person.email)
  await blockSignInToday(manager, person)
  await page.context().clearCookies()
  const refusal = /Login not allowed on \w+day\. Please contact your administrator\./
  await page.goto('/login')
  await fillSignIn(page, person.email, person.password)
  await expect(alert(page)).toContainText(refusal)
  await redirectToGoogle(page)
  await signInAtProvider(page, person.email)
  await expect(alert(page)).toContainText(refusal)
  await expectAccessible(page)
})

test('a passkey is added to the account and signs in', async ({ page, hire }) => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const touch = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await hire(page)
  await page.goto('/clinic/account')
  await page.getByRole('button', { name: 'Add a passkey: No passkeys yet' }).click()
  await page.getByLabel('Name of the passkey').fill('Work phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Work phone' })).toBeVisible()
  await expectAccessible(page)

  // Nobody touches the device for what the browser asks by itself; for a press of the button, they are ready to.
  await touch(false)
  const asked = page.waitForResponse('**/api/sign-in/passkey/options')
  await signOut(page)
  await asked
  await page.route('**/api/sign-in/passkey/options', async (route) => {
    await touch(true)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/clinic$/)
})
