import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { ask } from './people.ts'

const lists = [
  { name: 'staff', path: '/clinic/staff', by: 'Job title', sort: 'job' },
  { name: 'templates', path: '/clinic/templates', by: 'Name', sort: 'name' },
  { name: 'trainings', path: '/clinic/cqc/trainings', by: 'Person', sort: 'who' },
  { name: 'policies', path: '/clinic/cqc/policies', by: 'Review', sort: 'review' },
  { name: 'incidents', path: '/clinic/cqc/incidents', by: 'Day', sort: 'day' },
  { name: 'what was done', path: '/clinic/settings/audit-log', by: 'Time', sort: 'at' },
] as const

/** Lists that stand in an order of no column, which is said above them at every width. */
const listsWithOwnOrder = [
  { name: 'wording', path: '/clinic/catalogue', usual: 'type', by: 'Reading age', sort: 'age' },
  { name: 'fees', path: '/clinic/settings/fees', usual: 'set', by: 'Private fee', sort: 'price' },
] as const

/** Lists that say nothing of their order while they are empty get something to hold. */
async function fillLists(manager: APIRequestContext) {
  const answer = await manager.get('/api/clinic/staff')
  const [first] = ((await answer.json()) as { rows: { id: string }[] }).rows
  const training = { staffId: first!.id, topic: 'other', title: 'Fire safety', doneOn: '2026-01-05' }
  await ask(manager, 'clinic/trainings', training)
  const incident = { kind: 'incident', happenedOn: '2026-01-06', summary: 'A form was left on the desk.' }
  await ask(manager, 'clinic/incidents', { ...incident, isAboutConsent: false })
}

/** Presses a column's header, which says then how the list is sorted, as the address does. */
async function sortByKeyboard(page: Page, column: string, sort: string): Promise<void> {
  const header = page.getByRole('columnheader', { name: column }).filter({ has: page.getByRole('link') })
  await header.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(new RegExp(`[?&]sort=${sort}$`))
}

for (const { name, path, by, sort } of lists) {
  test(`the list of ${name} says how it is sorted, and is sorted otherwise`, async ({ page, signIn }) => {
    await signIn(page, 'Siân')
    await fillLists(page.request)
    await page.goto(path)
    await expect(page.locator('th[aria-sort]')).toHaveCount(1)
    await sortByKeyboard(page, by, sort)
    await page.reload()
    await page.setViewportSize({ width: 390, height: 844 })
    const order = page.getByLabel('Sort by')
    await expect(order).toBeVisible()
    await expect(order).toHaveValue(sort)
    await expectAccessible(page)
  })
}

for (const { name, path, usual, by, sort } of listsWithOwnOrder)
  test(`the list of ${name} says how it is sorted at every width, and is sorted otherwise`, async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'Siân')
    await page.goto(path)
    const order = page.getByLabel('Sort by')
    await expect(order).toHaveValue(usual)
    await expect(page.locator('th[aria-sort]')).toHaveCount(0)
    await sortByKeyboard(page, by, sort)
    await page.reload()
    await expect(order).toHaveValue(sort)
    await page.setViewportSize({ width: 390, height: 844 })
    await order.selectOption(usual)
    await expect(page).not.toHaveURL(/sort=/)
    await expectAccessible(page)
  })

for (const { who, path } of [
  { who: 'Siân', path: '/clinic/treatments' },
  { who: 'Rowan', path: '/admin/consent-templates' },
])
  test(`treatment types at ${path} are sorted at every width`, async ({ page, signIn }) => {
    await signIn(page, who)
    await page.goto(path)
    const names = page.getByRole('list', { name: 'Treatment types' }).locator('summary > span:first-of-type')
    await expect(names.first()).toBeVisible()
    const byName = await names.allInnerTexts()
    expect(byName.length).toBeGreaterThan(5)
    await page.getByLabel('Sort by').selectOption('-name')
    await expect(page).toHaveURL(/[?&]sort=-name$/)
    await expect(names).toHaveText(byName.toReversed())
    await page.reload()
    await expect(names).toHaveText(byName.toReversed())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Sort by').selectOption('-subtypes')
    await expect(page).toHaveURL(/[?&]sort=-subtypes$/)
    await expectAccessible(page)
    const counts = await page.getByText(/^\d+ subtypes?$/).allInnerTexts()
    const numbers = counts.map((text) => Number.parseInt(text))
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  })

test('the logs of all practices are read from the oldest entry on, page by page', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin/logs')
  const when = page.getByRole('columnheader', { name: 'Time' })
  await expect(when).toHaveAttribute('aria-sort', 'descending')
  await when.getByRole('link').press('Enter')
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText(/entries, oldest first$/)).toBeVisible()
  const first = await page.getByRole('row').nth(1).innerText()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page).toHaveURL(/sort=at&after=|after=.*&sort=at/)
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first)
  await page.getByRole('link', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(/\?sort=at$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Sort by').selectOption('-at')
  await expect(page.getByText(/entries, newest first$/)).toBeVisible()
})
