import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'
import { allMessagesTo } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Gives a reason and confirms; without one nothing happens. */
async function giveReason(page: Page, reason: string, confirm: string): Promise<void> {
  await dialog(page).getByRole('button', { name: confirm }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a reason')
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: confirm }).click()
}

test('a super administrator sees how the platform is, and goes to what there is to do', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  await expect(heading(page)).toHaveText('Dashboard')
  for (const name of ['To do', 'Consents in 30 days', 'Sign-ins in 30 days', 'Practices by plan'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /services? not set up/ })).toBeVisible()
  const consents = page.getByRole('region', { name: 'Consents in 30 days' })
  await consents.getByText('Show the numbers').click()
  await expect(consents.getByRole('rowheader')).toHaveCount(30)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(heading(page)).toHaveText('Operations')
})

test('what cannot be loaded says so, and is tried again', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  const pages = [
    ['/admin', '**/api/admin/overview', 'Failed to load the dashboard'],
    ['/admin/operations', '**/api/admin/queues', 'Failed to load the job queues'],
    ['/admin/operations/outbox', '**/api/admin/deliveries', 'Failed to load the messages'],
    ['/admin/operations/locks', '**/api/admin/locks*', 'Failed to load the locks'],
    ['/admin/operations/maintenance', '**/api/admin/maintenance', 'Failed to load the maintenance state'],
    ['/admin/operations/announcements', '**/api/admin/announcements*', 'Failed to load the announcements'],
    ['/admin/operations/features', '**/api/admin/feature-holds', 'Failed to load the features'],
    ['/admin/operations/groups', '**/api/admin/groups', 'Failed to load the groups'],
  ] as const
  for (const [path, asked, failed] of pages) {
    await page.route(asked, (route) => route.abort())
    await page.goto(path)
    await expect(heading(page)).toHaveText(failed)
    await page.unroute(asked)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(path === '/admin' ? 'Dashboard' : 'Operations')
  }
})

test('a job that failed is tried again, or given up with a reason', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin/operations')
  await expect(page.getByRole('row', { name: /messages\.send/ })).toBeVisible()
  await expectAccessible(page)
  const job = {
    ...{ id: randomUUID(), queue: 'messages.send', clinicId: null, tries: 11 },
    ...{ createdAt: '2026-03-02T09:00:00.000Z', failedAt: '2026-03-02T10:00:00.000Z' },
    fault: { kind: 'TypeError', message: 'No such template' },
  }
  // One that nobody has: the server says that it is gone.
  await page.route('**/api/admin/failed-jobs*', (route) =>
    route.fulfill({ json: { rows: [job], total: 1, page: 1, pageSize: 25 } }),
  )
  await page.goto('/admin/operations?queue=messages.send')
  const failed = page.getByRole('region', { name: 'Failed jobs of messages.send' })
  await expect(failed).toContainText('No such template')
  await expect(failed).toContainText('after 11 tries')
  await expectAccessible(page)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed.getByRole('alert')).toContainText('no longer in the list')
  await failed.getByRole('button', { name: 'Discard' }).click()
  await giveReason(page, 'It went by post', 'Discard job')
  await expect(dialog(page).getByRole('alert')).toContainText('no longer in the list')
})

test('a message that nobody sends is read as its text, and downloaded', async ({ page, phone, signIn }) => {
  const email = `lena-${randomUUID().slice(0, 8)}@example.org`
  await phone.request.post('/api/password-reset', { data: { email } })
  await phone.request.post('/api/registration', { data: { email, as: 'practice' } })
  await signIn(page, 'Rowan')
  await allMessagesTo(email)
  await page.goto('/admin/operations')
  await tab(page, 'Messages').click()
  await expect(page.getByText('No service set up to send e-mails and texts.')).toBeVisible()
  const files = page.getByRole('table', { name: 'Messages saved to files' })
  // Before it is looked at any longer: other stories' messages come on top.
  await files.getByRole('row', { name: email }).first().getByRole('link').click()
  await expect(page.getByText('This message was not sent.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Text' })).toContainText(email)
  await page.getByText('All headers').click()
  await expect(page.getByText('message-id')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download .eml' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.eml$/)
  await page.goBack()
  await expect(files).toBeVisible()
  await expectAccessible(page)
})

test('whoever guessed too often is found and released', async ({ page, phone, signIn }) => {
  const login = `max-${randomUUID().slice(0, 8)}@example.org`
  const wrong = () => phone.request.post('/api/sign-in', { data: { login, password: 'not it' } })
  for (let tries = 0; tries < 11; tries++) await wrong()
  expect((await wrong()).status()).toBe(429)

  await signIn(page, 'Rowan')
  await page.goto('/admin/operations/locks')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(
    page.getByText('Enter an e-mail address, username, phone number or network address'),
  ).toBeVisible()
  await page.getByLabel(/^E-mail address, username/).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('No lockouts for nobody@example.org.')).toBeVisible()
  await page.getByLabel(/^E-mail address, username/).fill(login)
  await page.getByRole('button', { name: 'Look up' }).click()
  const found = page.getByRole('table', { name: `Lockouts for ${login}` })
  await expect(found).toContainText('Wrong passwords for one account from one address')
  await expectAccessible(page)
  await found.getByRole('button', { name: /^Release/ }).click()
  await giveReason(page, 'They rang, and it is them', 'Release')
  await expect(page.getByText('Lockout released.')).toBeVisible()
  await expect(found).toHaveCount(0)
  expect((await wrong()).status()).not.toBe(429)
})

test('maintenance is begun with a reason and an end, and a practice is told of it', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin/operations')
  await tab(page, 'Maintenance').click()
  await expect(page.getByRole('region', { name: 'Maintenance', exact: true })).toContainText('Off')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start maintenance' }).click()
  await dialog(page).getByRole('button', { name: 'Start maintenance' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a reason')
  await dialog(page).getByLabel('Reason').fill('The database is moved')
  await dialog(page)
    .getByLabel(/^Expected end/)
    .fill('2020-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Start maintenance' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a date and time in the future')
  await expectDialogAccessible(page)
  // Begun for real it would stop every other story; what it does then: server/modules/maintenance/maintenance.test.ts.
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await phone.route('**/api/clinic/announcements', (route) =>
    route.fulfill({ json: { rows: [], maintenance: { until: '2096-03-02T10:00:00.000Z' } } }),
  )
  await signIn(phone, 'Tom')
  await phone.goto('/clinic')
  await expect(phone.getByText('Maintenance in progress')).toBeVisible()
  await expect(phone.getByText('until about Fri 2 Mar 2096, 10:00')).toBeVisible()
  await expectAccessible(phone)
})

test('an announcement is read by the clinic that it is for, put away, and taken down', async ({
  page,
  phone,
  signIn,
  demo,
}) => {
  const text = `Letters in large type ${randomUUID().slice(0, 8)}`
  const clinic = demo.accounts.find(({ name }) => name.startsWith('Ewa'))!.clinic!
  await signIn(page, 'Rowan')
  await page.goto('/admin/operations')
  await tab(page, 'Announcements').click()
  await page.getByRole('button', { name: 'New announcement' }).click()
  await dialog(page).getByLabel('For').selectOption('One practice')
  await dialog(page).getByRole('button', { name: 'Announce' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Choose a practice')
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Announcement').fill(text)
  await dialog(page).getByLabel('Practice').selectOption(clinic)
  await dialog(page).getByRole('button', { name: 'Announce' }).click()
  const row = page.getByRole('row', { name: text })
  await expect(row).toContainText('Shown')
  await expect(row).toContainText(clinic)
  await expectAccessible(page)

  await signIn(phone, 'Ewa')
  await phone.goto('/clinic')
  const lines = phone.getByRole('region', { name: 'Announcements' })
  await expect(lines).toContainText(text)
  await expectAccessible(phone)
  await lines.getByRole('button', { name: `Dismiss: ${text}` }).click()
  await expect(lines).toHaveCount(0)
  await phone.reload()
  await expect(heading(phone)).toBeVisible()
  await phone.waitForLoadState('networkidle')
  await expect(phone.getByText(text)).toHaveCount(0)

  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(row).toContainText('Ended')
})

test('a feature is switched off for one clinic, whose screens leave it out, and on again', async ({
  page,
  phone,
  signIn,
  demo,
}) => {
  const clinic = demo.accounts.find(({ name }) => name.startsWith('Jonah'))!.clinic!
  await signIn(page, 'Rowan')
  await page.goto('/admin/operations')
  await tab(page, 'Features').click()
  const feature = page.getByRole('region', { name: 'Patient import' })
  await expect(feature).toContainText('On for all practices')
  await expectAccessible(page)
  await feature.getByRole('button', { name: /^Switch off/ }).click()
  await dialog(page).getByLabel('For').selectOption(clinic)
  await giveReason(page, 'Their files were wrong', 'Switch off')
  await expect(feature).toContainText('Their files were wrong')
  await expectAccessible(page)

  await signIn(phone, 'Jonah')
  await phone.goto('/clinic/patients')
  await expect(phone.getByRole('link', { name: 'Add patient' }).first()).toBeVisible()
  await expect(phone.getByRole('link', { name: /^Import/ })).toHaveCount(0)

  await feature.getByRole('button', { name: /^Switch on/ }).click()
  await giveReason(page, 'Their files are right now', 'Switch on')
  await expect(feature).toContainText('On for all practices')
  await phone.reload()
  await expect(phone.getByRole('link', { name: /^Import/ }).first()).toBeVisible()
})
