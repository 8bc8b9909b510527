import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test, openSection } from './journey.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Evidence for inspections' }).getByRole('link', { name })

test('what inspections ask for is counted, acted on, and handed over as one pack', async ({
  page,
  phone,
  signIn,
}) => {
  const mark = randomUUID().slice(0, 8)
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings?section=security')
  await page.getByRole('link', { name: 'Evidence for inspections' }).click()
  await expect(heading(page, 'CQC evidence')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Well-led' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Custom dates' })
  await page.getByLabel('First day').fill('2019-01-01')
  await page.getByLabel('Last day').fill('2018-01-01')
  await button(page, 'Show').click()
  await expect(page.getByText('a last day on or after it')).toBeVisible()
  await page.getByLabel('First day').fill('2018-01-01')
  await page.getByLabel('Last day').fill('2018-01-31')
  await button(page, 'Show').click()
  await expect(page).toHaveURL(/period=own/)
  const item = page.getByRole('listitem').filter({ hasText: 'Is there a note of the discussion?' })
  await expect(item).toContainText('No data')
  await item.getByRole('link').click()
  await expect(heading(page, 'Is there a note of the discussion?')).toBeVisible()
  await expect(page.getByText('No records in this period.')).toBeVisible()
  await expectAccessible(page)

  await button(page, 'Add note').click()
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Note').fill(`Looked at it ${mark}`)
  await button(page, 'Add note').click()
  await expect(page.getByText(`Looked at it ${mark}`)).toBeVisible()
  await button(page, 'Add action').click()
  await button(page, 'Add').last().click()
  await expect(dialog(page).getByRole('alert').first()).toContainText('Enter the action')
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Action', { exact: true }).fill(`Write more ${mark}`)
  await dialog(page).getByLabel('Due date').fill('2025-01-31')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(`Write more ${mark}`)).toBeVisible()

  await page.getByRole('link', { name: 'All actions' }).click()
  await expect(heading(page, 'Actions')).toBeVisible()
  await expect(row(page, mark)).toContainText('Overdue')
  await expectAccessible(page)
  await row(page, mark)
    .getByRole('button', { name: /^Close/ })
    .click()
  await dialog(page).getByLabel('Outcome').fill('Everybody writes more.')
  await expectDialogAccessible(page)
  await button(page, 'Close it').click()
  await expect(row(page, mark)).toHaveCount(0)
  await page.getByRole('link', { name: 'Closed' }).click()
  await expect(row(page, mark)).toContainText('Everybody writes more.')

  await tab(page, 'Policies').click()
  await expect(row(page, 'Consent policy')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add policy' }).click()
  await button(page, 'Adopt version').click()
  await expect(page.getByRole('alert').first()).toContainText('Enter the wording')
  await page.getByLabel('Title').fill(`Chaperones ${mark}`)
  await page.getByLabel('Wording').fill('## Why\n\nNobody is alone.\n\n- we ask\n- we offer')
  await page.getByLabel('Review date').fill('2027-12-31')
  await expectAccessible(page)
  await button(page, 'Adopt version').click()
  await expect(heading(page, `Chaperones ${mark}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Why' })).toBeVisible()
  await expectAccessible(page)

  // Whoever may not change the settings reads policies all the same.
  await signIn(phone, 'Sam')
  await phone.goto(`/clinic/account`)
  await phone.getByRole('link', { name: 'Practice policies' }).click()
  await phone.getByRole('link', { name: `Chaperones ${mark}` }).click()
  await button(phone, 'I have read this policy').click()
  await expect(phone.getByText('Recorded as read.')).toBeVisible()
  await expect(button(phone, 'I have read this policy')).toHaveCount(0)
  await expect(button(phone, 'Write new version')).toHaveCount(0)
  await expectAccessible(phone)
  await page.reload()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()

  await page.goto('/clinic/cqc/trainings')
  await button(page, 'Record training').click()
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Training').fill(`Course ${mark}`)
  await dialog(page).getByLabel('Day').fill('2026-01-05')
  await button(page, 'Record').last().click()
  await expect(row(page, mark)).toContainText('5 Jan 2026')
  await expectAccessible(page)

  await tab(page, 'Incidents').click()
  await button(page, 'Record incident').click()
  await dialog(page).getByLabel('What happened').fill(`The wrong tooth was named ${mark}`)
  await dialog(page).getByText('About consent').click()
  await expectDialogAccessible(page)
  await button(page, 'Record').last().click()
  await row(page, mark)
    .getByRole('button', { name: /^Continue/ })
    .click()
  await dialog(page).getByText('Mark as closed').click()
  await button(page, 'Save').click()
  await expect(dialog(page).getByRole('alert').first()).toContainText('enter: learning')
  await expectDialogAccessible(page)
  await dialog(page)
    .getByLabel(/^Learning/)
    .fill('Read it aloud.')
  await dialog(page).getByLabel('How and when learning was shared').fill('Staff meeting')
  await button(page, 'Save').click()
  await expect(row(page, mark)).toContainText('Closed')
  await expectAccessible(page)

  await tab(page, 'Sample audits').click()
  await expect(heading(page, 'Sample audits')).toBeVisible()
  await page.getByRole('textbox', { name: 'Month' }).fill('2018-01')
  await button(page, 'Create sample audit').click()
  await expect(page.getByText('No consents were finalised in this month.')).toBeVisible()
  await expectAccessible(page)

  await tab(page, 'Inspection packs').click()
  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Month' })
  await button(page, 'Create pack').click()
  const pack = page.getByRole('row').nth(1)
  await expect(pack).toContainText('Ready')
  await expectAccessible(page)
  const waiting = page.waitForEvent('download')
  await pack.getByRole('button', { name: /^Download/ }).click()
  const zip = unzipSync(Uint8Array.from(await readFile(await (await waiting).path())))
  expect(Object.keys(zip)).toContain('report.pdf')
})

type Listed = { rows: { id: string; patient: { id: string }; sentAt: string | null }[] }

test('what went wrong with a consent, and what was wrong in it, stands on its own page', async ({
  page,
  signIn,
}) => {
  const mark = randomUUID().slice(0, 8)
  await signIn(page, 'Amara')
  const list = (await (await page.request.get('/api/clinic/consents?view=signed')).json()) as Listed
  const [consent] = list.rows
  const asked = { kind: 'rectification', receivedOn: '2026-01-05', from: `By letter ${mark}` }
  const request = async (path: string, data: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await page.request.post(`/api/clinic/data-requests${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id } = await request('', { ...asked, patientId: consent!.patient.id })
  const correction = { kind: 'corrected', note: `It was tooth 36 ${mark}`, consentId: consent!.id }
  await request(`/${id}/steps`, { step: correction })

  await page.goto(`/clinic/consents/${consent!.id}`)
  await openSection(page, 'Documents and evidence')
  await expect(page.getByRole('heading', { level: 2, name: 'Corrections' })).toBeVisible()
  await expect(page.getByText(`It was tooth 36 ${mark}`)).toBeVisible()
  await openSection(page, 'After treatment')
  await page.getByRole('link', { name: 'Record incident or complaint' }).click()
  await expect(page).toHaveTitle(/Incidents and complaints/)
  await expectDialogAccessible(page)
  await expect(dialog(page).getByLabel('About consent')).toBeChecked()
  await dialog(page).getByLabel('Type').selectOption('Complaint')
  await dialog(page).getByLabel('What happened').fill(`The price was another ${mark}`)
  await button(page, 'Record').last().click()
  await row(page, mark).getByRole('link', { name: 'this consent' }).click()
  await expect(page).toHaveURL(new RegExp(consent!.id))
  await openSection(page, 'After treatment')
  const incident = page.getByRole('listitem').filter({ hasText: mark })
  await expect(incident.filter({ hasText: 'The price was another' })).toContainText('Complaint')
  await expectAccessible(page)
})
