import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { GroupMembership } from '../../contract/practice-groups.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { addPasskeyDevice } from './passkey-device.ts'
import { ask, newPerson, test } from './people.ts'
import { linkFor, tokenOf } from './sent-mails.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** Somebody who owns a new practice, signed in on this page. */
async function ownPractice(page: Page) {
  const { email, firstName, lastName, password } = newPerson()
  await ask(page.request, 'registration', { email, as: 'practice' })
  const token = tokenOf(await linkFor(email, '/register'))
  const practice = { name: `${lastName} Dental`, timeZone: 'Europe/London' }
  await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
  return { email }
}

type Prefill = { suggestions: { diagnosis?: { text: string; source: string }[] } }

test('a group offers a phrase, which its practice is suggested', async ({ page, signIn, openBrowser }) => {
  const group = `Coastal ${randomUUID().slice(0, 8)}`
  const own = await ownPractice(page)
  const phrase = 'an infection that came back'

  await test.step('Given a group with one practice, whose owner is its administrator', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    const made = await ask<{ id: string; name: string }[]>(admin.request, 'admin/groups', { name: group })
    const { id } = made.find((one) => one.name === group)!
    await ask(admin.request, `admin/groups/${id}/people`, { email: own.email, role: 'group_admin' })
    await addPasskeyDevice(page)
    await page.goto('/clinic/account')
    await button(page, 'Add a passkey: No passkeys yet').click()
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible()
    await ask(page.request, 'group/invitations', { email: own.email })
    const answer = await page.request.get('/api/clinic/group')
    const { invitations } = (await answer.json()) as GroupMembership
    await ask(page.request, `clinic/group/invitations/${invitations[0]!.id}/acceptance`)
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
