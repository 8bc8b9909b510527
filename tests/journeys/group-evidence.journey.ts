import type { Page } from '@playwright/test'
import type { GroupEvidence } from '../../contract/group-evidence.ts'
import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible } from './journey.ts'
import { ask, test } from './people.ts'

const reports_path = /\/api\/group\/evidence$/
const button = (page: Page, name: string) => page.getByRole('button', { name })
const firstReport = (page: Page) =>
  page.getByRole('table', { name: 'Evidence reports' }).getByRole('row').nth(1)

test('a group makes an evidence report of its practices, of those that agreed', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const other = await openBrowser()
  const [own, others] = [await ownPractice(page), await ownPractice(other)]

  await test.step('Given a group of two practices, of which one shows nothing', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    await makeGroup(admin, { page, ...own }, { page, ...own }, { page: other, ...others })
    for (const agreement of ['figures', 'policies'])
      await ask(other.request, `clinic/group/agreements/${agreement}`, {}, 'delete')
  })

  await test.step('When its administrator opens its evidence', async () => {
    await page.goto('/group')
    await page.getByRole('link', { name: 'Evidence' }).click()
    await expect(page.getByText('No evidence reports yet')).toBeVisible()
    await expect(page.getByText('Shown by 1 of 2 practices', { exact: true })).toBeVisible()
    await expect(page.getByText(`Not shown by ${others.practice}`)).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('Then a report that failed is tried again', async () => {
    const answer = await page.request.get('/api/group/evidence')
    const { quarters, ...evidence } = (await answer.json()) as GroupEvidence
    const failed = {
      ...quarters[0]!,
      ...{ id: 'failed', status: 'failed', progress: 20, bytes: null, sha256: null, madeBy: 'Ines Marsh' },
      ...{ failure: 'The report could not be completed. Try again.', createdAt: new Date().toISOString() },
    }
    await page.route(reports_path, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { ...evidence, quarters, reports: [failed] } })
        : route.continue(),
    )
    await page.reload()
    await expect(firstReport(page)).toContainText('The report could not be completed')
    await expectAccessible(page)
    await page.unroute(reports_path)
    await button(page, 'Try again').click()
    await expect(page.getByText('The report is being prepared')).toBeVisible()
  })

  await test.step('And is one PDF, whose hash stands beside it', async () => {
    await expect(firstReport(page)).toContainText('Ready', { timeout: 60_000 })
    await expect(firstReport(page)).toContainText('SHA-256')
    await expectAccessible(page)
    const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
    const file = await page.request.get(href!)
    expect(file.headers()['content-type']).toBe('application/pdf')
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await other.request.get(href!)).status()).toBe(403)
  })

  await test.step('And where nobody agrees there is nothing to report', async () => {
    for (const agreement of ['figures', 'policies'])
      await ask(page.request, `clinic/group/agreements/${agreement}`, {}, 'delete')
    await button(page, 'Create report').click()
    await expect(page.getByText('so there is nothing to report').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('Each practice decides in its settings')).toBeVisible()
    await expect(button(page, 'Create report')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('And a page that cannot be loaded says so', async () => {
    await page.route(reports_path, (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await expect(page.getByRole('alert').getByText('Failed to load the evidence reports')).toBeVisible()
    await expectAccessible(page)
  })
})
