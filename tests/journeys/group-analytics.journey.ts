import type { Page } from '@playwright/test'
import type { GroupMembership } from '../../contract/practice-groups.ts'
import { makeGroup, ownPractice } from './group-practices.ts'
import { demoAccountOf, expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { ask, test } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name })

test('a group sees what became of consents at practices that show it, and no longer once one stops', async ({
  page,
  signIn,
  openBrowser,
  demo,
}) => {
  const practice = await openBrowser()
  const own = await ownPractice(page)
  const jonah = demoAccountOf(demo, 'Jonah')
  let group: string

  await test.step('Given a group of a new practice and one that has sent many', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    group = await makeGroup(admin, { page, ...own }, { page, ...own })
    await page.goto('/group/analytics')
    await expect(page.getByText('No consents sent in this period')).toBeVisible()
    await expectAccessible(page)
    await ask(page.request, 'group/invitations', { email: jonah.email })
    await signIn(practice, 'Jonah')
    const answer = await practice.request.get('/api/clinic/group')
    const { invitations } = (await answer.json()) as GroupMembership
    const { id } = invitations.find((each) => each.group === group)!
    await ask(practice.request, `clinic/group/invitations/${id}/acceptance`)
  })

  const practices = page.getByRole('table', { name: 'By practice' })
  await test.step('Then its administrator sees both, by practice and by month, and as files', async () => {
    await page.reload()
    await expect(practices.getByRole('row').filter({ hasText: own.practice })).toContainText('0')
    await expect(practices.getByText(jonah.clinic!)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Consents by month' })).toBeVisible()
    await expectAccessible(page)
    const file = await page.request.get('/api/group/figures/practices.csv?period=year')
    expect(await file.text()).toContain(jonah.clinic!)
  })

  await test.step('And no longer those of the practice that stops showing them', async () => {
    await practice.goto('/clinic/settings/group')
    await button(practice, 'Stop showing monthly figures').click()
    await expectDialogAccessible(practice)
    await dialog(practice).getByRole('button', { name: 'Stop showing monthly figures' }).click()
    await expect(button(practice, 'Show monthly figures')).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Not shown by their practice: ${jonah.clinic!}`)).toBeVisible()
    await expect(page.getByText('No consents sent in this period')).toBeVisible()
    await ask(practice.request, 'clinic/group', {}, 'delete')
  })
})
