import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { test } from './people.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" fill="#7a1f5c"/></svg>'

test('a group’s logo and colour stand in for those that a practice has not', async ({
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

  await test.step('When its administrator sets a colour and a logo', async () => {
    await page.goto('/group')
    await page.getByRole('link', { name: 'Branding' }).click()
    await expect(page.getByText('Used by 2 of 2 practices')).toBeVisible()
    await page.getByRole('textbox', { name: 'Colour (optional)' }).fill('#7a1f5c')
    await page.getByRole('button', { name: 'Save colour' }).click()
    await expect(page.getByText('Colour saved.')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await expect(page.getByText('Logo updated.')).toBeVisible()
    await expect(page.getByAltText(`Logo of ${group}`)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('Then a practice without its own shows them, and its own colour overrides', async () => {
    await other.goto('/clinic/settings?section=branding')
    await expect(other.getByText(`From ${group}: #7a1f5c`)).toBeVisible()
    await expect(other.getByAltText(`Logo of ${group}`)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('textbox', { name: 'Colour (optional)' }).fill('#0b5563')
    await other.getByRole('button', { name: 'Save colour' }).click()
    await expect(other.getByText('Colour saved.')).toBeVisible()
    await expect(other.getByText(`From ${group}: #7a1f5c`)).toHaveCount(0)
    await expect(other.getByAltText(`Logo of ${group}`)).toBeVisible()
  })

  await test.step('And a practice that stops using them shows them no more', async () => {
    await other.goto('/clinic/settings/group')
    await other.getByRole('button', { name: 'Stop using group branding' }).click()
    await expectDialogAccessible(other)
    await other.getByRole('dialog').getByRole('button', { name: 'Stop using group branding' }).click()
    await expect(other.getByRole('button', { name: 'Use group branding', exact: true })).toBeVisible()
    await expectAccessible(other)
    await other.goto('/clinic/settings?section=branding')
    await expect(other.getByRole('button', { name: 'Choose a logo' })).toBeVisible()
    await expect(other.getByAltText(`Logo of ${group}`)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Used by 1 of 2 practices')).toBeVisible()
    await expect(page.getByText(`Not used by ${others.practice}`)).toBeVisible()
    await expectAccessible(page)
  })
})
