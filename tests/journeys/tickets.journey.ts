import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, demoAccountOf, test } from './journey.ts'
import { allMessagesTo } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const newSubject = () => `Logo ${randomUUID().slice(0, 8)}`
const thread = (page: Page) => page.getByRole('list', { name: 'Messages' })

const isMailed = (to: string, ...words: string[]) =>
  expect
    .poll(async () => (await allMessagesTo(to)).some((mail) => words.every((word) => mail.includes(word))))
    .toBe(true)

test('somebody asks support, is answered, and the ticket comes to its end', async ({
  page,
  openBrowser,
  demo,
  signIn,
}) => {
  const subject = newSubject()
  await signIn(page, 'Tom')
  await page.goto('/clinic/account')
  await page.getByRole('link', { name: 'Open a ticket' }).click()
  await expect(heading(page)).toHaveText('Open a ticket')
  await expect(page.getByText('Do not include patient details')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Enter a subject')
  await expect(summary).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('What is it about?').selectOption('Problem')
  await page.getByLabel('Your message').fill('On paper it is blurred.')
  const file = (name: string, bytes: Buffer) => ({ name, mimeType: 'text/plain', buffer: bytes })
  await page.getByLabel('Attach files').setInputFiles(file('setup.txt', Buffer.from([0x4d, 0x5a, 0, 0])))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('setup.txt cannot be attached')
  await page.getByRole('button', { name: 'Remove setup.txt' }).click()
  await page.getByLabel('Attach files').setInputFiles(file('log.txt', Buffer.from('A line of a log')))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(heading(page)).toHaveText(subject)
  await expect(page.getByText('We aim to reply by')).toBeVisible()
  await expectAccessible(page)
  const kept = page.waitForEvent('download')
  await page.getByRole('link', { name: /log\.txt/ }).click()
  expect((await kept).suggestedFilename()).toBe('log.txt')
  await isMailed(demoAccountOf(demo, 'Tom').email, subject, 'we have your support ticket')

  const desk = await openBrowser()
  await signIn(desk, 'Rowan')
  await desk.goto('/admin/support')
  await expect(heading(desk)).toHaveText('Support Tickets')
  await desk.getByLabel('Search tickets').fill(subject)
  const row = desk.getByRole('link', { name: new RegExp(subject) })
  await expect(desk).toHaveURL(new RegExp(`q=.*${subject.slice(-8)}`))
  await expect(row).toHaveCount(1)
  await expectAccessible(desk)
  await row.click()
  await expect(heading(desk)).toHaveText(subject)
  await desk.getByLabel('What', { exact: true }).selectOption('Internal note')
  await desk.getByLabel('Note').fill('The same as last week.')
  await desk.getByRole('button', { name: 'Save note' }).click()
  await expect(thread(desk).getByText('Internal note')).toBeVisible()
  await desk.getByLabel('Assigned to').selectOption({ label: demoAccountOf(demo, 'Rowan').name })
  await expect(desk.getByText('Saved').first()).toBeVisible()
  await desk.getByLabel('What', { exact: true }).selectOption('Reply to the practice')
  await desk.getByLabel('Answer', { exact: true }).fill('Please upload it with 600 pixels a side.')
  await desk.getByRole('button', { name: 'Send answer' }).click()
  await expect(desk.getByText('Waiting for the practice').first()).toBeVisible()
  await expectAccessible(desk)
  await isMailed(demoAccountOf(demo, 'Tom').email, subject, '600 pixels a side')

  await page.reload()
  await expect(thread(page).getByText('600 pixels a side')).toBeVisible()
  await expect(page.getByText('Waiting for you')).toBeVisible()
  await expect(page.getByText('The same as last week.')).toHaveCount(0)
  await page.getByLabel('Your message').fill('That helped, thank you.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Waiting for support')).toBeVisible()
  await page.getByRole('button', { name: 'Close ticket' }).click()
  await expect(page.getByText('This ticket is closed.')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Waiting for support')).toBeVisible()

  await desk.reload()
  await desk.getByRole('button', { name: 'Mark as solved' }).click()
  await expect(thread(desk).getByText(/marked it as solved/)).toBeVisible()
  await page.getByRole('link', { name: 'Support tickets' }).first().click()
  await page.getByRole('link', { name: 'Solved and closed' }).click()
  await expect(page.getByRole('link', { name: subject })).toBeVisible()
  await expectAccessible(page)
})

test('tickets of somebody are not shown to a colleague', async ({ page, phone, signIn }) => {
  const subject = newSubject()
  await signIn(page, 'Tom')
  const asked = { subject, kind: 'question', words: 'Where is it?' }
  const headers = { 'idempotency-key': randomUUID() }
  const opened = await page.request.post('/api/clinic/tickets', { data: asked, headers })
  const { id } = (await opened.json()) as { id: string }
  await signIn(phone, 'Priya')
  await phone.goto(`/clinic/account/tickets/${id}`)
  await expect(heading(phone)).toHaveText('Ticket not found')
  await phone.goto('/clinic/account/tickets')
  await expect(heading(phone)).toHaveText('Support tickets')
  await expect(phone.getByText(subject)).toHaveCount(0)
})

test('answers are kept, changed, used and deleted', async ({ page, signIn }) => {
  const title = `Kept ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Rowan')
  await page.goto('/admin/support/answers')
  await page.getByRole('button', { name: 'Add saved reply' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter a title')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Answer').fill('Upload it anew.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('article', { name: title })
  await expect(card).toContainText('Upload it anew.')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Answer').fill('Upload it larger.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Upload it larger.')
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
})
