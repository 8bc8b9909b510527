import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoAccountOf, expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { addPasskeyDevice } from './passkey-device.ts'
import { ask, test } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()

test('a practice joins a group, whose administrator then sees its figures and no patient', async ({
  page,
  hire,
  signIn,
  openBrowser,
  demo,
}) => {
  const group = `Coastal ${randomUUID().slice(0, 8)}`
  const noor = await hire(page)
  const amara = demoAccountOf(demo, 'Amara')

  await test.step('Given a group that a super administrator made, with an administrator', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    await admin.goto('/admin/operations/groups')
    await admin.getByRole('button', { name: 'New group' }).click()
    await expectDialogAccessible(admin)
    await dialog(admin).getByLabel('Name').fill(group)
    await confirm(admin, 'Create group')
    await admin.getByRole('button', { name: `Add person to ${group}` }).click()
    await dialog(admin).getByLabel('E-mail address').fill(noor.email)
    await dialog(admin).getByLabel('Role').selectOption('Administrator')
    await confirm(admin, 'Add person')
    await expect(admin.getByRole('region', { name: group })).toContainText(noor.email)
    await expectAccessible(admin)
  })

  await test.step('When she has no second factor, the board asks for one; with a passkey it opens', async () => {
    await page.goto('/group')
    await expect(page.getByText(`Two-step verification is required for ${group}`)).toBeVisible()
    await expectAccessible(page)
    await addPasskeyDevice(page)
    await page.getByRole('link', { name: 'Set up two-step verification' }).click()
    await page.getByRole('button', { name: 'Add a passkey: No passkeys yet' }).click()
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible()
    await page.getByRole('link', { name: group }).click()
    await expect(heading(page)).toHaveText(group)
    await expect(page.getByText('No practices yet')).toBeVisible()
    await page.getByRole('link', { name: 'Analytics' }).click()
    await expect(page.getByText('No figures in this period')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Practices' }).click()
  })

  await test.step('And she invites the administrator of a practice', async () => {
    await page.getByRole('button', { name: 'Invite a practice' }).click()
    await expectDialogAccessible(page)
    await dialog(page).getByLabel('Administrator’s e-mail address').fill(amara.email)
    await confirm(page, 'Invite')
    await expect(
      page.getByRole('button', { name: `Withdraw the invitation of ${amara.email}` }),
    ).toBeVisible()
    await expectAccessible(page)
  })

  const practice = await openBrowser()
  await test.step('Then the administrator reads what the group would see, and joins', async () => {
    await signIn(practice, 'Amara')
    await practice.goto('/clinic/settings')
    await practice.getByRole('link', { name: 'Group of practices' }).click()
    await expect(heading(practice)).toHaveText('Group of practices')
    await practice.getByRole('button', { name: `Join ${group}` }).click()
    await expectDialogAccessible(practice)
    await expect(dialog(practice)).toContainText('It sees no patients')
    // As a page that did not show all that the group asks for today.
    await practice.route(/\/acceptance$/, (route) =>
      route.continue({ postData: { agreements: ['templates', 'figures', 'policies', 'sign-on'] } }),
    )
    await confirm(practice, 'Join group')
    await expect(practice.getByText(`Member of ${group}`)).toBeVisible()
    await expectAccessible(practice)
  })

  await test.step('And what it was not shown stands on its dashboard until it is decided', async () => {
    await practice.route(/\/api\/clinic\/group$/, (route) => route.fulfill({ status: 503 }))
    await practice.goto('/clinic')
    await expect(practice.getByText('Today’s appointments and outstanding tasks.')).toBeVisible()
    await practice.unroute(/\/api\/clinic\/group$/)
    await practice.goto('/clinic')
    await expect(practice.getByText(`${group} asks for your decision on group fees`)).toBeVisible()
    await expectAccessible(practice)
    await practice.getByRole('link', { name: 'Decide' }).click()
    await expect(practice.getByText('Decision needed')).toHaveCount(2)
    await expectAccessible(practice)
    await practice.getByRole('button', { name: 'Decline Group fees' }).click()
    await expect(dialog(practice)).toContainText('Nothing changes for your practice')
    await expectDialogAccessible(practice)
    await confirm(practice, 'Decline')
    await expect(practice.getByText('Decision needed')).toHaveCount(1)
    await expect(practice.getByRole('button', { name: 'Use group fees' })).toBeVisible()
  })

  await test.step('And what another administrator agreed to meanwhile is not declined', async () => {
    await practice.getByRole('button', { name: 'Decline Group branding' }).click()
    await ask(practice.request, 'clinic/group/agreements/branding')
    await confirm(practice, 'Decline')
    await expect(dialog(practice)).toContainText('Your practice has since agreed to this')
    await confirm(practice, 'Cancel')
    await expect(practice.getByText('Decision needed')).toHaveCount(0)
    await expect(practice.getByRole('button', { name: 'Stop using group branding' })).toBeVisible()
    await practice.goto('/clinic')
    await expect(practice.getByText('Today’s appointments and outstanding tasks.')).toBeVisible()
    await expect(practice.getByText('asks for your decision')).toHaveCount(0)
    await practice.goto('/clinic/settings/group')
  })

  await test.step('And she sees what became of its consents, by practice and by month, while it shows that', async () => {
    await page.getByRole('link', { name: 'Analytics' }).click()
    const practices = page.getByRole('table', { name: 'By practice' })
    await expect(practices.getByText(amara.clinic!)).toBeVisible()
    await expect(page.getByRole('table', { name: 'By month' })).toBeVisible()
    await expectAccessible(page)
    const file = await page.request.get('/api/group/figures/practices.csv?period=year')
    expect(await file.text()).toContain(amara.clinic!)
    const stop = 'Stop showing monthly figures'
    await practice.getByRole('button', { name: stop }).click()
    await expectDialogAccessible(practice)
    await confirm(practice, stop)
    await expect(practice.getByRole('button', { name: 'Show monthly figures' })).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Not shown by ${amara.clinic!}`)).toBeVisible()
    await expect(practices).toHaveCount(0)
  })

  await test.step('And the board counts the practice, until it leaves', async () => {
    await page.getByRole('link', { name: 'Practices' }).click()
    const table = page.getByRole('table', { name: 'Practices of the group' })
    await expect(table.getByText(/\d+ sent, \d+ signed/).first()).toBeVisible()
    await expectAccessible(page)
    await practice.getByRole('button', { name: 'Leave group' }).click()
    await confirm(practice, 'Leave group')
    await expect(practice.getByText('This practice belongs to no group.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No practices yet')).toBeVisible()
  })
})
