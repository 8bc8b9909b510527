import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'

const newName = () => `Journey-${randomUUID().slice(0, 8)}`
const addressOf = (lastName: string) => `${lastName.toLowerCase()}@example.org`

/** Fills in somebody new and sends the invitation. */
async function invite(page: Page, firstName: string, lastName: string, email: string): Promise<void> {
  await page.goto('/clinic/staff/register')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${firstName} ${lastName} added to staff`)
}

/** Opens somebody's menu in the list and chooses from it. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page
    .getByRole('menu', { name: `Actions for ${name}` })
    .getByRole('menuitem', { name: action })
    .click()
}

test('a manager invites somebody, is told what is wrong, and sees what happens next', async ({
  page,
  signIn,
}) => {
  const lastName = newName()
  await signIn(page, 'Siân')
  await page.goto('/clinic/staff-registration')
  await page.getByLabel('Only at set times').check()
  await page.getByLabel('Monday from').fill('19:00')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const summary = page.getByRole('alert').first()
  await expect(summary).toContainText('Enter an e-mail address in the correct format')
  await expect(summary).toContainText('The end time for Monday must be after its start time')
  await expect(summary).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Monday from').fill('07:30')
  await page.getByRole('button', { name: 'Copy Monday to all weekdays' }).click()
  await expect(page.getByLabel('Friday from')).toHaveValue('07:30')
  await page.getByLabel('E-mail address').fill(addressOf(lastName))
  await page.getByLabel('First name').fill('Lena')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Practice administrator').check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(summary).toContainText('You can only grant permissions you have yourself.')
  await page.getByRole('radio', { name: /^Staff/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lena ${lastName} added to staff`)
  await expect(page.getByText(`The invitation goes to ${addressOf(lastName)}.`)).toBeVisible()
  await expect(page.getByText(/^Invitation sent: /)).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/clinic/staff?view=invited&q=${lastName}`)
  await expect(page.getByRole('link', { name: `Lena ${lastName}` })).toBeVisible()
  await expectAccessible(page)
  await act(page, `Lena ${lastName}`, 'Resend invitation')
  await expect(page.getByRole('alert')).toContainText(
    'An invitation was sent just now. Wait a few minutes before sending another.',
  )
})

test('rights are changed, and the table says why somebody holds them', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/staff?view=rights&q=Priya')
  await expect(page.getByText('Permissions', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  const narrow = page.viewportSize()!.width < 1000
  const templates = narrow
    ? page.getByRole('listitem').filter({ hasText: 'Manage templates:' })
    : page.getByRole('row').filter({ hasText: 'Priya Nair' }).getByRole('gridcell').nth(3)
  await expect(templates).toContainText('Level 3')

  await page.goto('/clinic/staff?q=Siân')
  await page.getByRole('link', { name: 'Siân Rees' }).click()
  await expect(page.getByText('Another administrator must change your role')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)

  const lastName = newName()
  await invite(page, 'Noor', lastName, addressOf(lastName))
  await page.goto(`/clinic/staff?view=invited&q=${lastName}`)
  await page.getByRole('link', { name: `Noor ${lastName}` }).click()
  await page.getByRole('checkbox', { name: /^Override consents/ }).check()
  await expect(page.getByText('Granted to Noor personally')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`Noor ${lastName} saved.`)).toBeVisible()
  await page.goto(`/clinic/staff?view=invited&q=${lastName}`)
  await page.getByRole('link', { name: `Noor ${lastName}` }).click()
  await expect(page.getByRole('checkbox', { name: /^Override consents/ })).toBeChecked()
})

test('somebody is deactivated after one question, and brought back', async ({ page, signIn }) => {
  const lastName = newName()
  await signIn(page, 'Siân')
  await invite(page, 'Gil', lastName, addressOf(lastName))
  await page.goto(`/clinic/staff?view=all&q=${lastName}`)
  await act(page, `Gil ${lastName}`, 'Deactivate')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Their invitation stops working immediately.')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`Gil ${lastName} is deactivated.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Gil ${lastName} has access again.`)).toBeVisible()
})

test('whoever looks after consents cannot leave before somebody takes over', async ({ page, signIn }) => {
  await signIn(page, 'Amara')
  await page.goto('/clinic/staff?q=Tom')
  await act(page, 'Tom Hughes', 'Deactivate')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('New treating clinician')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toContainText('Choose who takes over their pending consents')
  await dialog.getByLabel('New treating clinician').click()
  await expect(page.getByRole('option', { name: /Priya Nair/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Tom Hughes/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Tom Hughes' })).toBeVisible()
})

test('a double record is tidied after a preview, and brought back', async ({ page, signIn }) => {
  const lastName = newName()
  await signIn(page, 'Siân')
  await invite(page, 'Robin', lastName, addressOf(lastName))
  await invite(page, 'Robin', lastName, addressOf(`second-${lastName}`))
  await page.goto('/clinic/user-cleanup')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Select the accounts to clean up.')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: new RegExp(lastName) }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nothing is deleted')
  await expect(dialog).toContainText(`Robin ${lastName}`)
  await dialog.getByRole('button', { name: 'Clean up 1 entry' }).click()
  await expect(page.getByText('1 entry cleaned up.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: new RegExp(lastName) })).toHaveCount(0)
  await expectAccessible(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: `Robin ${lastName}` })
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expect(page.getByText('Clean-up undone.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: new RegExp(lastName) })).toBeVisible()
})

test('settings say which number is wrong, and are saved', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/settings?section=security')
  const minutes = page.getByLabel('Minutes before the screen locks')
  const before = await minutes.inputValue()
  await minutes.fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Enter a whole number of minutes from 2 to 240')
  await expectAccessible(page)
  await minutes.fill(before)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
})

test('a receptionist is offered none of it, and turned away from its addresses', async ({ page, signIn }) => {
  await signIn(page, 'Sam')
  const paths = ['staff', 'staff/register', 'staff-registration', 'user-cleanup', 'settings']
  for (const path of paths) {
    await page.goto(`/clinic/${path}`)
    await expect(page).toHaveURL(/\/clinic$/)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
})
