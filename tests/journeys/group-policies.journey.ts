import type { Page } from '@playwright/test'
import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { test } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a group words a policy, which its practices adopt, and are told of a newer version', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const other = await openBrowser()
  const [own, others] = [await ownPractice(page), await ownPractice(other)]
  let group: string

  await test.step('Given a group of two practices', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    group = await makeGroup(admin, { page, ...own }, { page, ...own }, { page: other, ...others })
  })

  await test.step('When its administrator words a policy, beginning with the wording from Candour', async () => {
    await page.goto('/group')
    await page.getByRole('link', { name: 'Policies' }).click()
    await expect(rowOf(page, 'Consent policy')).toContainText('Not shared')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Consent policy' }).click()
    await expect(page.getByText('Starter wording from Candour')).toBeVisible()
    await page.getByRole('button', { name: 'Share this policy' }).click()
    await expect(page.getByLabel('Wording')).toHaveValue(/Consent is valid when/)
    await page.getByLabel('Title').fill('')
    await page.getByRole('button', { name: 'Share version' }).click()
    await expect(page.getByRole('link', { name: 'Enter a title' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Title').fill('Consent in our group')
    await page.getByLabel('Wording').fill('## Purpose\n\nWe ask first.')
    await page.getByRole('button', { name: 'Share version' }).click()
    await expect(heading(page)).toHaveText('Consent in our group')
    await expect(page.getByText(`Version 1 of ${group}`)).toBeVisible()
    await expect(rowOf(page, others.practice)).toContainText('Not adopted yet')
    await expectAccessible(page)
  })

  await test.step('Then a practice begins with it, and adopts it', async () => {
    await other.goto('/clinic/cqc/policies')
    await expect(rowOf(other, 'Consent in our group')).toContainText(`From ${group}`)
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Consent in our group' }).click()
    await expect(other.getByText(`From ${group}, not yet adopted`)).toBeVisible()
    await other.getByRole('button', { name: 'Adopt this policy' }).click()
    await other.getByRole('button', { name: 'Adopt version' }).click()
    await expect(other.getByText(`From ${group}, version 1.`)).toBeVisible()
  })

  await test.step('And when the group has a newer version, the practice reads and adopts it in one step', async () => {
    await page.getByRole('button', { name: 'Write new version' }).click()
    await page.getByLabel('Wording').fill('## Purpose\n\nWe ask first, and again.')
    await page.getByRole('button', { name: 'Share version' }).click()
    await expect(page.getByText(`Version 2 of ${group}`)).toBeVisible()
    await expect(rowOf(page, others.practice)).toContainText('Earlier version')
    await other.goto('/clinic/cqc/policies')
    await expect(rowOf(other, 'Consent in our group')).toContainText(`New version from ${group}`)
    await other.getByRole('link', { name: 'Consent in our group' }).click()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Read and adopt' }).click()
    await expect(dialog(other)).toContainText('We ask first, and again.')
    await expectDialogAccessible(other)
    await dialog(other).getByRole('button', { name: 'Adopt version' }).click()
    await expect(other.getByText(`From ${group}, version 2.`)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Read and adopt' })).toHaveCount(0)
    await page.reload()
    await expect(rowOf(page, others.practice)).toContainText('Version 2 of the group')
  })

  await test.step('And a practice that stops showing its policies shows their state no more', async () => {
    await other.goto('/clinic/settings/group')
    await other.getByRole('button', { name: 'Stop showing policy status' }).click()
    await expectDialogAccessible(other)
    await dialog(other).getByRole('button', { name: 'Stop showing policy status' }).click()
    await expect(other.getByRole('button', { name: 'Show policy status' })).toBeVisible()
    await expectAccessible(other)
    await page.reload()
    await expect(rowOf(page, others.practice)).toContainText('Not shown to the group')
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByText('Policy status shown by 1 of 2 practices')).toBeVisible()
    await expect(page.getByText(`Not shown by ${others.practice}`)).toBeVisible()
    await expectAccessible(page)
    await expect(rowOf(page, 'Consent policy')).toContainText('Not shared')
  })
})
