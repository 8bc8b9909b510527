import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectDialogAccessible,
  demoAccountOf,
  sendConsent,
  signInByApi,
  test,
} from './journey.ts'
import { startPayingInstallation } from './paying-installation.ts'
import { ask } from './people.ts'
import { linkFor, tokenOf } from './sent-mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page, plan: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })

test('without cards a practice reads what it holds, and is asked to talk to us', async ({ page, signIn }) => {
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings')
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect(page.getByText('Card payment is not set up here')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your plan: Growth Pro' })).toBeVisible()
  for (const plan of ['Starter', 'Growth', 'Enterprise'])
    await expect(card(page, plan).getByRole('link', { name: `Talk to us about ${plan}` })).toBeVisible()
  await expect(card(page, 'Growth Pro').getByText('Your plan')).toBeVisible()
  await expect(page.getByRole('button', { name: /Choose|Change to/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/dental-consent-plans')
  await expect(page.getByRole('link', { name: 'Talk to us: Starter' })).toBeVisible()
  await expect(page.getByText('Prices on request')).toBeVisible()
  await expect(page.getByText('[price starter]')).toBeHidden()
})

test('somebody without the right reads the plan and can change nothing', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  await page.goto('/clinic/billing')
  await expect(heading(page)).toHaveText('Billing')
  await expect(page.getByText('Manage billing permission can change the plan')).toBeVisible()
  await expectAccessible(page)
})

/** A practice on Starter whose only administrator is signed in on this page, and is a clinician of it. */
async function openStarter(rowan: Page, page: Page): Promise<{ id: string; name: string }> {
  const [part, secret] = randomUUID().split('-') as [string, string]
  const administrator = { email: `ines-${part}@example.org`, firstName: 'Ines', lastName: `Journey-${part}` }
  const name = `Ropewalk ${part}`
  const { id } = await ask<{ id: string }>(rowan.request, 'admin/clinics', {
    ...{ name, phone: '01632 960700', email: 'desk@example.org', nation: 'england' },
    ...{ timeZone: 'Europe/London', plan: 'starter', trialUntil: null, administrator },
  })
  const token = tokenOf(await linkFor(administrator.email, '/register'))
  await ask(page.request, 'registration/finish', {
    ...{ token, password: `otter lamp ${secret} wharf` },
    ...{ firstName: administrator.firstName, lastName: administrator.lastName },
  })
  type Staff = { rows: ({ id: string } & Record<string, unknown>)[] }
  const { rows } = (await (await page.request.get('/api/clinic/staff')).json()) as Staff
  const person = { ...rows[0]!, jobTitle: 'Dentist', isClinician: true, gdcNumber: '281734' }
  await ask(page.request, `clinic/staff/${rows[0]!.id}`, person, 'patch')
  return { id, name }
}

test('a month’s consents are told of at 80, 100 and 120 %, and none is refused; the platform sets a plan', async ({
  page,
  openBrowser,
  signIn,
}) => {
  const rowan = await openBrowser({ viewport: page.viewportSize() })
  await signIn(rowan, 'Rowan')
  const { id } = await openStarter(rowan, page)
  let sent = 0
  const sendUntil = async (count: number) => {
    for (; sent < count; sent++) await sendConsent(page)
  }
  await sendUntil(39)
  await page.goto('/clinic')
  await expect(heading(page)).toContainText('Ines')
  await expect(page.getByText('consents this month')).toHaveCount(0)
  await sendUntil(40)
  await page.reload()
  await expect(page.getByText('40 of 50 consents this month')).toBeVisible()
  await sendUntil(50)
  await page.reload()
  await expect(page.getByText('50 of 50 consents this month')).toBeVisible()
  await sendUntil(60)
  await page.reload()
  await expect(page.getByText('60 of 50 consents this month')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Billing' }).first().click()
  await expect(heading(page)).toHaveText('Billing')
  await expect(page.getByText('60 of 50 consents this month')).toBeVisible()
  await expectAccessible(page)

  await rowan.goto(`/admin/clinics/${id}/edit`)
  await rowan.locator('#plan').selectOption('growth')
  await rowan.locator('#plan-reason').fill('Agreed by phone')
  await rowan.getByRole('button', { name: 'Change plan' }).click()
  await expect(rowan.getByText('The plan has changed.')).toBeVisible()
  await expectAccessible(rowan)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your plan: Growth' })).toBeVisible()
  await expect(page.getByText('60 of 200 sent')).toBeVisible()
})

test('a practice pays by card, changes its plan, fails to pay, pays and cancels; revenue is counted', async ({
  openBrowser,
  viewport,
}) => {
  const installation = await startPayingInstallation()
  const { address, demo } = installation
  const openAs = async (firstName: string) => {
    const page = await openBrowser({ baseURL: address, viewport })
    await signInByApi(page, demoAccountOf(demo, firstName))
    return page
  }
  try {
    const page = await openAs('Jonah')
    await page.goto('/dental-consent-plans')
    await expect(page.getByText('£29 a month')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Talk to us: Enterprise' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Talk to us: Starter' })).toBeHidden()
    await expectAccessible(page)

    await page.goto('/clinic/billing')
    await expect(card(page, 'Starter')).toContainText('£29 a month')
    await expect(card(page, 'Enterprise').getByRole('link', { name: 'Talk to us' })).toBeVisible()
    await expectAccessible(page)
    await card(page, 'Starter').getByRole('button', { name: 'Choose Starter' }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByText('Your plan is set up.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your plan: Starter' })).toBeVisible()
    await expect(page.getByText('Your larger plan continues until')).toBeVisible()
    await expect(page.getByRole('row', { name: /CAND-0001/ })).toContainText('£34.80')
    await expectAccessible(page)

    await card(page, 'Growth').getByRole('button', { name: 'Change to Growth' }).click()
    await expect(page.getByRole('dialog')).toContainText('including £10 VAT')
    await expectDialogAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Growth' }).click()
    await expect(page.getByRole('heading', { name: 'Your plan: Growth' })).toBeVisible()

    await card(page, 'Starter').getByRole('button', { name: 'Change to Starter' }).click()
    await expect(page.getByRole('dialog')).toContainText('Nothing')
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click()
    await expect(card(page, 'Starter').getByText('Next plan')).toBeVisible()
    await card(page, 'Growth').getByRole('button', { name: 'Keep Growth' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep Growth' }).click()
    await expect(card(page, 'Starter').getByText('Next plan')).toBeHidden()

    await page.getByRole('textbox', { name: 'VAT number' }).fill('GB 123')
    await page.getByRole('button', { name: 'Save VAT number' }).click()
    await expect(page.getByText('Enter a UK VAT number')).toBeVisible()
    await page.getByRole('textbox', { name: 'VAT number' }).fill('GB 123 4567 89')
    await page.getByRole('button', { name: 'Save VAT number' }).click()
    await expect(page.getByText('GB123456789')).toBeVisible()

    await page.getByRole('button', { name: 'Card, address and all invoices' }).click()
    await expect(page).toHaveURL(/\/portal\//)
    const customerId = page.url().split('/').at(-1)!
    await page.goto(installation.failPage(customerId))
    await page.getByRole('button', { name: 'Let the card fail' }).click()
    await expect(page.getByText('A payment failed')).toBeVisible()
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/clinic')
    await expect(page.getByText('A payment failed')).toBeVisible()
    await sendConsent(page)
    await page.getByRole('link', { name: 'Billing' }).first().click()
    await page.getByRole('button', { name: 'Card, address and all invoices' }).click()
    await page.getByRole('button', { name: 'Pay what is open' }).click()
    await expect(page.getByText('Your last payment went through.')).toBeVisible()

    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await expectDialogAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByText(/Your plan ends on/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Export everything' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep plan' }).click()
    await expect(page.getByText(/Your plan ends on/)).toBeHidden()

    const rowan = await openAs('Rowan')
    await rowan.goto('/admin')
    await rowan.getByRole('link', { name: 'Revenue' }).click()
    await expect(heading(rowan)).toHaveText('Revenue')
    await expect(rowan.getByText('List prices without VAT')).toBeVisible()
    await expect(rowan.getByText('Assumes only changes already arranged')).toBeVisible()
    await expect(rowan.getByRole('table', { name: 'Recurring revenue by month and plan' })).toContainText(
      '£79 (1)',
    )
    await expectAccessible(rowan)
    const file = rowan.waitForEvent('download')
    await rowan.getByRole('link', { name: 'CSV of Recurring revenue by month' }).click()
    expect((await file).suggestedFilename()).toBe('candour-revenue-months.csv')
  } finally {
    await installation.close()
  }
})

test('revenue says that nobody has paid by card, where no card is taken', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin/revenue')
  await expect(page.getByText('No card payments yet')).toBeVisible()
  await expect(page.getByText(/practices are on plans not paid by card/)).toBeVisible()
  await expectAccessible(page)
})
