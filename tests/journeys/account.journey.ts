import type { Locator, Page } from '@playwright/test'
import { AuthenticatorApp } from './authenticator-app.ts'
import {
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillNewPassword,
  fillSignIn,
  signOut,
} from './journey.ts'
import { addPasskeyDevice } from './passkey-device.ts'
import { linkFor } from './sent-mails.ts'
import { ask, test, type Person } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const alert = (page: Page) => page.getByRole('alert').first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

/** The refusal of `stepUp` operations, as the server writes it. */
const notRecent = {
  code: 'permission-denied',
  message: 'Confirm it’s you to continue.',
  details: { reason: 'requires-recent-login' },
}

async function openAccount(page: Page): Promise<void> {
  await page.goto('/clinic/account')
  await expect(heading(page)).toHaveText('My Account')
}

/** The navigation, which narrow screens show only when it is asked for. */
async function openNavigation(page: Page, name: string): Promise<Locator> {
  await expect(heading(page)).toBeVisible()
  const opener = button(page, 'Open navigation')
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('navigation', { name })
}

/** Leaves the computer to somebody else by the menu at the foot of the navigation. */
async function waitIdle(page: Page, how: string): Promise<void> {
  const navigation = await openNavigation(page, 'Clinic')
  await navigation.getByRole('button', { name: 'Lock this computer for another user' }).click()
  await page.getByRole('menuitem', { name: how }).click()
  await expect(heading(page)).toHaveText('This computer is locked')
}

/** Signs in elsewhere as somebody. */
async function signInOnOtherDevice(elsewhere: Page, { email, password }: Person): Promise<void> {
  await ask(elsewhere.request, 'sign-in', { login: email, password })
  await elsewhere.goto('/clinic')
  await expect(heading(elsewhere)).toBeVisible()
}

/** Answers the question of a dialog. */
async function answer(page: Page, title: RegExp, agreement: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title })
  await expect(question).toBeVisible()
  await expectDialogAccessible(page)
  await question.getByRole('button', { name: agreement, exact: true }).click()
  await expect(question).toBeHidden()
}

test('a name, a username and a photo are changed, and the navigation shows them', async ({ page, hire }) => {
  const { password, lastName } = await hire(page)
  const username = `noor.${lastName.slice(-8)}`
  await openAccount(page)
  await expectAccessible(page)
  await button(page, 'Change: Name and username').click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Username').fill('no spaces')
  await button(page, 'Save').click()
  await expect(alert(page)).toContainText('Enter your name')
  await expect(alert(page)).toContainText('Use 3 to 30 letters, digits, dots and underscores')
  await expect(alert(page)).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill(`Dr Noor ${lastName}`)
  await page.getByLabel('Username').fill(username)
  await button(page, 'Save').click()
  await expect(page.getByRole('main').getByText(username)).toBeVisible()

  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })
  const chooser = page.getByLabel('Photo', { exact: true })
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(alert(page)).toContainText('This file could not be read as a picture.')
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(button(page, 'Remove photo')).toBeVisible()
  await expectAccessible(page)
  const navigation = await openNavigation(page, 'Clinic')
  await expect(navigation.getByText(`Dr Noor ${lastName}`)).toBeVisible()
  await expect(navigation.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  await signOut(page)
  await fillSignIn(page, username, password)
  await expect(heading(page)).toContainText(`Dr Noor ${lastName}`)
})

test('a new password signs out everywhere else, and the old one is refused', async ({
  page,
  phone,
  hire,
}) => {
  const person = await hire(page)
  const { email, password } = person
  const newPassword = `${password} again`
  await signInOnOtherDevice(phone, person)
  await openAccount(page)
  await button(page, 'Change: Password').click()
  await page.getByLabel('Current password', { exact: true }).fill('not the password')
  await fillNewPassword(page, 'short')
  await button(page, 'Change password').click()
  await expect(alert(page)).toContainText(
    'Password is too weak. Please choose a stronger password. It must have at least 12 characters.',
  )
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await button(page, 'Change password').click()
  await expect(alert(page)).toContainText('The current password is not correct.')
  await expectAccessible(page)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await button(page, 'Change password').click()
  await expect(button(page, 'Change: Password')).toBeFocused()

  await phone.goto('/clinic')
  await expect(phone).toHaveURL(/\/login/)
  await fillSignIn(phone, email, password)
  await expect(alert(phone)).toContainText('Invalid email/username or password.')
  await fillSignIn(phone, email, newPassword)
  await expect(phone).toHaveURL(/\/clinic$/)
})

test('a session that runs elsewhere is listed, and is over at once when it is ended', async ({
  page,
  phone,
  hire,
}) => {
  await signInOnOtherDevice(phone, await hire(page))
  await openAccount(page)
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser')
  await expect(sessions.getByRole('listitem').last()).toContainText('by password')
  await sessions.getByRole('button', { name: /^Sign out: / }).click()
  await answer(page, /^Sign out on .+\?$/, 'Sign out')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('listitem')).toContainText('This browser')

  await phone.goto('/clinic')
  await expect(phone).toHaveURL(/\/login/)
  await page.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
})

test('an authenticator app is turned on, asked for at sign-in with new recovery codes, and turned off', async ({
  page,
  hire,
}) => {
  const { email, password } = await hire(page)
  await openAccount(page)
  await button(page, 'Turn on: Authenticator app').click()
  await button(page, 'Set up the app').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [oldCode] = await codes.allTextContents()
  const key = page.getByText('Or type this key into the app').locator('xpath=following-sibling::p')
  const app = new AuthenticatorApp((await key.textContent())!)
  await page.getByLabel('I have saved these codes').check()
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await button(page, 'Turn on').click()
  await expect(page.getByText('10 codes left')).toBeVisible()

  await button(page, 'New codes: Recovery codes').click()
  await button(page, 'Get new codes').click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(codes).toHaveCount(10)
  const [newCode] = await codes.allTextContents()
  await button(page, 'Done').click()
  await expect(page.getByText('Save the codes, then tick the box')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('I have saved these codes in a safe place').check()
  await button(page, 'Done').click()
  await expect(codes).toHaveCount(0)

  await signOut(page)
  await fillSignIn(page, email, password)
  await expect(heading(page)).toHaveText('One more step')
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(oldCode!)
  await button(page, 'Continue').click()
  await expect(alert(page)).toContainText('The code is not correct.')
  await page.getByLabel('Recovery code').fill(newCode!)
  await button(page, 'Continue').click()
  await expect(page).toHaveURL(/\/clinic$/)

  await openAccount(page)
  await expect(page.getByText('9 codes left')).toBeVisible()
  await button(page, 'Turn off').click()
  await answer(page, /^Turn off the second factor\?$/, 'Turn off')
  await expect(page.getByText('Not set up.')).toBeVisible()
})

test('a passkey is added, renamed and removed', async ({ page, hire }) => {
  await addPasskeyDevice(page)
  await hire(page)
  await openAccount(page)
  await button(page, 'Add a passkey: No passkeys yet').click()
  await button(page, 'Continue').click()
  await expect(alert(page)).toContainText('Enter a name, such as ‘Work phone’')
  await page.getByLabel('Name of the passkey').fill('Work phone')
  await button(page, 'Continue').click()
  await button(page, 'Rename: Work phone').click()
  await page.getByLabel('Name of the passkey').fill('Desk key')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Desk key' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Work phone' })).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Remove: Desk key').click()
  await answer(page, /^Remove the passkey ‘Desk key’\?$/, 'Remove passkey')
  await expect(button(page, 'Add a passkey: No passkeys yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Desk key' })).toHaveCount(0)
})

test('a locked computer opens with the PIN alone, at the page where it was locked', async ({
  page,
  hire,
}) => {
  const person = await hire(page)
  await openAccount(page)
  await button(page, 'Set a PIN: PIN').click()
  await page.getByLabel('New PIN', { exact: true }).fill('1234')
  await button(page, 'Save PIN').click()
  await expect(alert(page)).toContainText('Choose a PIN that is not one digit repeated or a run of digits.')
  await page.getByLabel('New PIN', { exact: true }).fill('2580')
  await button(page, 'Save PIN').click()
  await expect(button(page, 'Change: PIN')).toBeVisible()

  await page.goto('/clinic/patients?q=Rahman')
  await waitIdle(page, 'Lock this computer')
  await expect(page.getByRole('heading', { name: nameOf(person) })).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get('/api/clinic/patients')).status()).toBe(401)
  await page.goto('/clinic/patients?q=Rahman')
  await expect(heading(page)).toHaveText('This computer is locked')
  await button(page, 'Unlock').click()
  await expect(page.getByText('Enter your PIN, 4 to 8 digits')).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill('1379')
  await button(page, 'Unlock').click()
  await expect(alert(page)).toContainText('The PIN is not correct.')
  await expectAccessible(page)
  for (const digit of '2580') await button(page, digit).click()
  await button(page, 'Unlock').click()
  await expect(page).toHaveURL(/\/clinic\/patients\?q=Rahman$/)
  await expect(heading(page)).toHaveText('Patients')
})

test('two people change places on one computer, each with their own session', async ({
  page,
  phone,
  hire,
}) => {
  const first = await hire(page)
  const second = await hire(phone)
  await page.goto('/clinic')
  await waitIdle(page, 'Change user')
  await page.getByRole('link', { name: 'Someone else' }).click()
  await fillSignIn(page, second.email, second.password)
  await expect(heading(page)).toContainText(nameOf(second))

  await waitIdle(page, 'Change user')
  await expect(button(page, `${nameOf(first)} Harbour Street Dental`)).toBeVisible()
  await expect(button(page, `${nameOf(second)} Harbour Street Dental`)).toBeVisible()
  await expectAccessible(page)
  await button(page, `${nameOf(first)} Harbour Street Dental`).click()
  await page.getByLabel('Password', { exact: true }).fill(second.password)
  await button(page, 'Unlock').click()
  await expect(alert(page)).toBeVisible()
  expect((await page.request.get('/api/account')).status()).toBe(401)
  await page.getByLabel('Password', { exact: true }).fill(first.password)
  await button(page, 'Unlock').click()
  await expect(heading(page)).toContainText(nameOf(first))

  await waitIdle(page, 'Change user')
  await button(page, `${nameOf(second)} Harbour Street Dental`).click()
  await page.getByLabel('Password', { exact: true }).fill(second.password)
  await button(page, 'Unlock').click()
  await expect(heading(page)).toContainText(nameOf(second))
})

test('another e-mail address is theirs once the link sent there is opened', async ({ page, phone, hire }) => {
  const { email, password } = await hire(page)
  const newEmail = `new-${email}`
  await openAccount(page)
  await button(page, 'Change: E-mail address').click()
  await page.getByLabel('New e-mail address').fill('nowhere')
  await button(page, 'Send the link').click()
  await expect(alert(page)).toContainText('Please enter a valid email address.')
  await page.getByLabel('New e-mail address').fill(newEmail)
  await button(page, 'Send the link').click()
  await expect(page.getByText(`We have sent a link to ${newEmail}`)).toBeVisible()
  await button(page, 'Done').click()
  await expect(page.getByText(`Not confirmed yet: ${newEmail}`)).toBeVisible()
  await expectAccessible(page)

  await phone.goto(await linkFor(newEmail, '/verify-email'))
  await expect(heading(phone)).toHaveText('Confirm your new address')
  await expectAccessible(phone)
  await button(phone, 'Confirm this address').click()
  await expect(heading(phone)).toHaveText('E-mail address changed')
  await expect(phone.getByText(`From now on you sign in as ${newEmail}.`)).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'Continue' }).click()
  await fillSignIn(phone, email, password)
  await expect(alert(phone)).toContainText('Invalid email/username or password.')
  await fillSignIn(phone, newEmail, password)
  await expect(phone).toHaveURL(/\/clinic$/)
})

test('an account is deleted once its address is typed, and signs in no more', async ({ page, hire }) => {
  const { email, password } = await hire(page)
  await openAccount(page)
  await button(page, 'Delete my account: What happens').click()
  await page.getByLabel('To confirm, type your e-mail address').fill('somebody@example.org')
  await button(page, 'Delete my account').click()
  await expect(alert(page)).toContainText(`Enter ${email} to delete this account`)
  await expectAccessible(page)
  await page.getByLabel('To confirm, type your e-mail address').fill(email)
  await button(page, 'Delete my account').click()
  await expect(page).toHaveURL(/\/login/)
  await fillSignIn(page, email, password)
  await expect(alert(page)).toContainText('Invalid email/username or password.')
})

test('a dangerous act that comes long after the sign-in asks who is there, and goes on', async ({
  page,
  hire,
}) => {
  const { password } = await hire(page)
  await openAccount(page)
  await button(page, 'Set a PIN: PIN').click()
  await page.getByLabel('New PIN', { exact: true }).fill('2580')
  // As the server answers ten minutes after the last proof, each time once.
  const refuseOnce = () =>
    page.route('**/api/account/pin', (route) => route.fulfill({ status: 403, json: notRecent }), { times: 1 })
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await refuseOnce()
  await button(page, 'Save PIN').click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectDialogAccessible(page)
  await button(page, 'Cancel').click()
  await expect(dialog).toBeHidden()
  await expect(alert(page)).toContainText('Confirm it’s you to continue.')

  await refuseOnce()
  await button(page, 'Save PIN').click()
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await button(page, 'Confirm').click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectDialogAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Confirm').click()
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Change: PIN')).toBeVisible()
})

test('a super administrator has a profile, whose second factor cannot be turned off', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  const navigation = await openNavigation(page, 'Super Admin Portal')
  await navigation.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/admin\/profile$/)
  await expect(heading(page)).toHaveText('Profile')
  await expect(
    page.getByText(
      'A second factor is required for your account. You can replace the app but not turn it off.',
    ),
  ).toBeVisible()
  await expect(button(page, 'Turn off')).toHaveCount(0)
  await expectAccessible(page)
})
