import type { Page } from '@playwright/test'
import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { test } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

type Prefill = { suggestions: { diagnosis?: { text: string; source: string }[] } }

test('a group offers a phrase, which its practice is suggested', async ({ page, signIn, openBrowser }) => {
  const own = await ownPractice(page)
  const phrase = 'an infection that came back'

  await test.step('Given a group with one practice, whose owner is its administrator', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    await makeGroup(admin, { page, ...own }, { page, ...own })
  })

  await test.step('When she adds a phrase for a treatment, one with a date is refused', async () => {
    await page.goto('/group')
    await page.getByRole('link', { name: 'Phrases' }).click()
    await page.getByLabel('Search treatments').fill('nothing is called this')
    await expect(page.getByText('No treatments found. Try another search.')).toBeVisible()
    await page.getByLabel('Search treatments').fill('molar root canal')
    await button(page, 'Edit phrases for Molar Root Canal').click()
    const typed = page.getByLabel('New phrase: Diagnosis')
    await expect(dialog(page).getByText('No phrases yet').first()).toBeVisible()
    await typed.fill('a crack since 3 May 2024')
    await button(page, 'Add to Diagnosis').click()
    await expect(dialog(page).getByText('Remove the date or day.')).toBeVisible()
    await typed.fill(phrase)
    await button(page, 'Add to Diagnosis').click()
    await expect(dialog(page).getByRole('listitem')).toHaveText(phrase)
    await expectDialogAccessible(page)
    await page.keyboard.press('Escape')
    await expect(row(page, 'Molar Root Canal').first()).toContainText('1')
    await expectAccessible(page)
  })

  await test.step('Then consents of it suggest the phrase, until she removes it', async () => {
    const listed = await page.request.get('/api/clinic/templates?search=molar+root+canal')
    const { rows } = (await listed.json()) as { rows: { id: string; name: string }[] }
    const { id } = rows.find(({ name }) => name === 'Molar Root Canal')!
    const suggested = async () => {
      const answer = await page.request.get(`/api/clinic/consents/prefill?templateId=${id}`)
      return ((await answer.json()) as Prefill).suggestions.diagnosis ?? []
    }
    expect((await suggested())[0]).toMatchObject({ text: phrase, source: 'group' })
    await button(page, 'Edit phrases for Molar Root Canal').click()
    await button(page, `Remove: ${phrase}`).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(0)
    expect((await suggested()).map(({ source }) => source)).not.toContain('group')
  })
})
