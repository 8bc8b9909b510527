import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { ask } from './people.ts'

const lists = [
  { name: 'staff', path: '/clinic/staff', by: 'Job title', sort: 'job' },
  { name: 'templates', path: '/clinic/templates', by: 'Name', sort: 'name' },
  { name: 'trainings', path: '/clinic/cqc/trainings', by: 'Person', sort: 'who' },
  { name: 'policies', path: '/clinic/cqc/policies', by: 'Review', sort: 'review' },
  { name: 'incidents', path: '/clinic/cqc/incidents', by: 'Day', sort: 'day' },
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

for (const { name, path, by, sort } of lists) {
  test(`the list of ${name} says how it is sorted, and is sorted otherwise`, async ({ page, signIn }) => {
    await signIn(page, 'Siân')
    await fillLists(page.request)
    await page.goto(path)
    await expect(page.locator('th[aria-sort]')).toHaveCount(1)
    const header = page.getByRole('columnheader', { name: by }).filter({ has: page.getByRole('link') })
    await header.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL(new RegExp(`[?&]sort=${sort}$`))
    await page.reload()
    await page.setViewportSize({ width: 390, height: 844 })
    const order = page.getByLabel('Sort by')
    await expect(order).toBeVisible()
    await expect(order).toHaveValue(sort)
    await expectAccessible(page)
  })
}
