import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { test } from './people.ts'

test('a group connects one provider, which its practices use while they agree', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const other = await openBrowser()
  const [own, others] = [await ownPractice(page), await ownPractice(other)]

  await test.step('Given a group of two practices', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    await makeGroup(admin, { page, ...own }, { page, ...own }, { page: other, ...others })
  })

  await test.step('When its administrator connects a provider, with a group for each practice', async () => {
    await page.goto('/group/sign-on')
    await expect(page.getByText('Agreed by 2 of 2 practices')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Coastal account')
    await page.getByLabel('Issuer address').fill('https://login.example.org')
    await page.getByLabel('Client ID').fill('candour')
    await page.getByLabel('Client secret', { exact: true }).fill('a secret between the two')
    const levels = page.getByLabel('Practice and permission level by group')
    await levels.fill('Dentists = Elsewhere Dental, 2')
    await page.getByRole('button', { name: 'Connect provider' }).click()
    await expect(page.getByRole('alert').first()).toContainText('No practice of the group is called')
    await levels.fill(`Dentists = ${own.practice}, 2\nManagers = ${others.practice}, 4`)
    await page.getByRole('button', { name: 'Connect provider' }).click()
    await expect(page.getByText('Connection saved')).toBeVisible()
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByRole('dialog').getByLabel('E-mail domain').fill('coastal.example.org')
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByText('Not verified')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('Then a practice stops using it, which the group is told', async () => {
    await other.goto('/clinic/settings/group')
    await other.getByRole('button', { name: 'Stop using group sign-on' }).click()
    await expectDialogAccessible(other)
    await other.getByRole('dialog').getByRole('button', { name: 'Stop using group sign-on' }).click()
    await expect(other.getByRole('button', { name: 'Use group sign-on', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Not agreed by ${others.practice}`)).toBeVisible()
    await expect(page.getByLabel('Practice and permission level by group')).toHaveValue(
      `Dentists = ${own.practice}, 2\nManagers = ${others.practice}, 4`,
    )
  })
})
