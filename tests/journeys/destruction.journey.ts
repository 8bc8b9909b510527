import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

/** Each width has a record of its own: one is gone afterwards. */
const personAt = { phone: 'Winifred Varley', desktop: 'Albert Winterbourne' } as Record<string, string>

test('a record whose time is over is proposed by one person, destroyed by another, and a certificate stays', async ({
  page,
  phone: second,
  signIn,
}, { project }) => {
  const name = personAt[project.name]!
  const reason = `The time for keeping it is over (${project.name})`
  await signIn(page, 'Siân')
  await page.goto('/clinic/settings?section=data')
  const header = page.getByRole('columnheader', { name: 'Patient' })
  await header.getByRole('link').click()
  await expect(page).toHaveURL(/\?section=data&sort=name$/)
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('11 years after the last care')
  await row.getByRole('button', { name: 'Propose destruction' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Propose destruction' }).click()
  await expect(dialog.getByText('Enter reason for destruction')).toBeVisible()
  await dialog.getByLabel('Reason for destruction').fill(`Nobody heard of ${name} since`)
  await dialog.getByRole('button', { name: 'Propose destruction' }).click()
  await expect(dialog.getByText('Remove the patient’s name from the reason')).toBeVisible()
  await expectDialogAccessible(page)
  await dialog.getByLabel('Reason for destruction').fill(reason)
  await dialog.getByRole('button', { name: 'Propose destruction' }).click()
  await expect(page.getByText('Proposed. Another person must confirm it.')).toBeVisible()
  const own = page.getByRole('listitem').filter({ hasText: reason })
  await expect(own).toContainText('Another person must confirm this.')
  await expect(own.getByRole('button', { name: 'Confirm destruction' })).toHaveCount(0)
  await expectAccessible(page)

  await signIn(second, 'Amara')
  await second.goto('/clinic/settings?section=data')
  await expect(second.getByLabel('Sort by')).toHaveValue('review')
  await second.getByLabel('Sort by').selectOption('-review')
  await expect(second).toHaveURL(/\?section=data&sort=-review$/)
  const theirs = second.getByRole('listitem').filter({ hasText: reason })
  await expect(theirs).toContainText(name)
  await theirs.getByRole('button', { name: 'Confirm destruction' }).click()
  const question = second.getByRole('alertdialog')
  await expect(question).toContainText('This cannot be undone')
  await expectDialogAccessible(second)
  await question.getByRole('button', { name: 'Destroy the record' }).click()
  const certificate = theirs.getByRole('link', { name: /^Certificate \d+$/ })
  await expect(certificate).toBeVisible()
  await expect(theirs).toContainText('Destroyed')
  await expect(theirs).not.toContainText(name)
  await expect(second.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await expectAccessible(second)

  const [download] = await Promise.all([second.waitForEvent('download'), certificate.click()])
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await second.goto(`/clinic/patients?q=${name.split(' ')[1]}`)
  await expect(second.getByText('No patients found')).toBeVisible()
})
