import type { Page } from '@playwright/test'
import type { GroupMembership } from '../../contract/practice-groups.ts'
import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { ask, test } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('a group sets fees, which a practice uses until it sets its own, and stops using', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const practice = await openBrowser()
  const [own, others] = [await ownPractice(page), await ownPractice(practice)]
  const molar = row(page, 'Molar Root Canal').first()
  let group: string
  const ofPractice = row(practice, 'Molar Root Canal').first()

  await test.step('Given a group, whose administrator works at a practice of her own', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    group = await makeGroup(admin, { page, ...own })
    await ask(page.request, 'group/invitations', { email: others.email })
  })

  await test.step('When she sets a fee and imports another', async () => {
    await page.goto('/group/fees')
    await expect(page.getByText(`Fees for practices of ${group} that have set none`)).toBeVisible()
    await expect(page.getByText(/^Used by/)).toHaveCount(0)
    await page.getByLabel('Search fees').fill('nothing is called this')
    await expect(page.getByText('No treatments found. Try another search.')).toBeVisible()
    await page.getByLabel('Search fees').fill('molar root canal')
    await molar.getByRole('button', { name: 'Set fee' }).click()
    await page.getByLabel('Private fee for').fill('650')
    await page.getByLabel('Unit').selectOption('Per tooth')
    await page.getByLabel('NHS band').selectOption('NHS band 2')
    await button(page, 'Save').click()
    await expect(molar).toContainText('£650')
    await expectAccessible(page)
    await button(page, 'Import CSV').click()
    const content = 'Treatment,Fee\nSimple Extraction,120\nZeppelin,1\n'
    const file = { name: 'fees.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await dialog(page).locator('input[type=file]').setInputFiles(file)
    await expect(dialog(page).getByText('1 fee to import, 1 row cannot be used')).toBeVisible()
    await button(page, 'Import 1 fee').click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('Then a practice that joins is told, and finds it in its fee list as the group’s', async () => {
    const answer = await practice.request.get('/api/clinic/group')
    const { invitations } = (await answer.json()) as GroupMembership
    await practice.goto('/clinic/settings/group')
    await button(practice, `Join ${invitations[0]!.group}`).click()
    await expect(dialog(practice)).toContainText('Where you have set no fee, the group’s fee is shown')
    await button(practice, 'Join group').click()
    await expect(button(practice, 'Stop using group fees')).toBeVisible()
    await expectAccessible(practice)
    await practice.goto('/clinic/settings/fees?q=molar+root+canal')
    await expect(ofPractice).toContainText('£650')
    await expect(ofPractice).toContainText(`From ${group}`)
    await expectAccessible(practice)
  })

  await test.step('And a fee of its own comes first, until it is removed', async () => {
    await ofPractice.getByRole('button', { name: '£650' }).click()
    await practice.getByLabel('Private fee for').fill('700')
    await button(practice, 'Save').click()
    await expect(ofPractice).toContainText('£700')
    await expect(ofPractice).toContainText(`${group}: £650 per tooth, NHS band 2`)
    await ofPractice.getByRole('button', { name: 'Actions for the fee of' }).click()
    await practice.getByRole('menuitem', { name: 'Remove fee' }).click()
    await expect(practice.getByRole('alertdialog')).toContainText(`From today the fee of ${group} applies`)
    await practice.getByRole('alertdialog').getByRole('button', { name: 'Remove fee' }).click()
    await expect(ofPractice).toContainText(`From ${group}`)
  })

  await test.step('And it stops using them, and uses them again', async () => {
    await practice.goto('/clinic/settings/group')
    await button(practice, 'Stop using group fees').click()
    await expectDialogAccessible(practice)
    await dialog(practice).getByRole('button', { name: 'Stop using group fees' }).click()
    await expect(dialog(practice)).toHaveCount(0)
    await expect(button(practice, 'Use group fees')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Used by 0 of 1 practice')).toBeVisible()
    await expect(page.getByText(`Not used by ${others.practice}`)).toBeVisible()
    await expectAccessible(page)
    await practice.goto('/clinic/settings/fees?q=molar+root+canal')
    await expect(ofPractice.getByRole('button', { name: 'Set fee' })).toBeVisible()
    await practice.goto('/clinic/settings/group')
    await button(practice, 'Use group fees').click()
    await dialog(practice).getByRole('button', { name: 'Use group fees' }).click()
    await expect(button(practice, 'Stop using group fees')).toBeVisible()
  })
})
