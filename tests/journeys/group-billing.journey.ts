import type { Page } from '@playwright/test'
import type { PracticeGroup } from '../../contract/practice-groups.ts'
import { makeGroup, ownPractice } from './group-practices.ts'
import { demoAccountOf, expect, expectAccessible, expectDialogAccessible, signInByApi } from './journey.ts'
import { startPayingInstallation } from './paying-installation.ts'
import { ask, test } from './people.ts'

const [harbour, canal] = ['Harbour Street Dental', 'Canal Side Dental Care']
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const row = (page: Page, practice: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: practice }) })
const payment = (page: Page) => page.getByRole('region', { name: 'Payment' })
const choosePlan = (page: Page, practice: string, plan: string) =>
  page.getByLabel(`Plan of ${practice}`).selectOption(plan)

/** Answers the dialog of an agreement of the practice's settings. */
async function decide(page: Page, decision: string): Promise<void> {
  await page.goto('/clinic/settings/group')
  await button(page, decision).click()
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: decision }).click()
}

test('where no card is taken, the group reads who pays and is asked to talk to us', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const own = { page, ...(await ownPractice(page)) }
  const admin = await openBrowser()
  await signIn(admin, 'Rowan')
  await makeGroup(admin, own, own)
  await page.goto('/group')
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByText('No practice has agreed to one bill yet')).toBeVisible()
  await expect(row(page, own.practice)).toContainText('The practice itself')
  await expect(page.getByText('Card payment is not set up here')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Talk to us' })).toBeVisible()
  await expectAccessible(page)
})

test('a group pays one bill for two practices that agreed, changes a plan, and one of them stops', async ({
  openBrowser,
  viewport,
}) => {
  const installation = await startPayingInstallation()
  const { address, demo } = installation
  const openAs = async (firstName: string) => {
    const page = await openBrowser({ baseURL: address, viewport })
    const { email } = demoAccountOf(demo, firstName)
    await signInByApi(page, demoAccountOf(demo, firstName))
    return { page, email }
  }
  try {
    const [{ page: rowan }, jonah, amara] = [
      await openAs('Rowan'),
      await openAs('Jonah'),
      await openAs('Amara'),
    ]
    const { page } = jonah
    const practice = amara.page
    const group = await makeGroup(rowan, jonah, jonah, amara)

    await test.step('Given two practices of a group, each of which agrees to one bill', async () => {
      await decide(practice, 'Let the group pay')
      await expect(button(practice, 'Stop the group paying')).toBeVisible()
      await expectAccessible(practice)
      await decide(page, 'Let the group pay')
      await expect(button(page, 'Stop the group paying')).toBeVisible()
      await page.goto('/clinic/billing')
      await expect(page.getByText(`${group} is not paying for this practice’s plan yet.`)).toBeVisible()
      await expect(button(page, /Choose|Card, address|Cancel plan/)).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('When its administrator chooses their plans and pays', async () => {
      await page.goto('/group/billing')
      await expect(row(page, harbour)).toContainText(group)
      await button(page, 'Start paying').click()
      await expect(page.getByText('Choose a plan for at least one practice first.')).toBeVisible()
      await choosePlan(page, harbour, 'growth')
      await expect(row(page, harbour)).toContainText('£79 a month')
      await choosePlan(page, canal, 'starter')
      await expect(page.getByText('Total £108 a month, without VAT')).toBeVisible()
      await expect(row(page, harbour)).toContainText('Has Growth Pro now')
      await expectAccessible(page)
      await button(page, 'Start paying').click()
      await button(page, 'Pay').click()
      await expect(page.getByText('The plans are set up.')).toBeVisible()
      await expect(payment(page)).toContainText('£108 a month, without VAT')
      await expect(page.getByRole('row', { name: /CAND-0001/ })).toContainText('£129.60')
      await expectAccessible(page)
    })

    await test.step('Then each practice holds its plan, reads who pays, and cannot pay besides', async () => {
      await practice.goto('/clinic/billing')
      await expect(heading(practice, 'Your plan: Growth')).toBeVisible()
      await expect(practice.getByText(`${group} pays for this practice’s plan and chooses it.`)).toBeVisible()
      await expect(button(practice, /Choose|Change to|Card, address|Cancel plan/)).toHaveCount(0)
      await expectAccessible(practice)
      await page.goto('/clinic/billing')
      await expect(heading(page, 'Your plan: Starter')).toBeVisible()
    })

    await test.step('And a super administrator cannot set a plan that the group pays for', async () => {
      await rowan.goto('/admin/clinics')
      await rowan.getByRole('link', { name: harbour }).first().click()
      await rowan.getByRole('link', { name: /^Edit/ }).first().click()
      await rowan.locator('#plan').selectOption('starter')
      await rowan.locator('#plan-reason').fill('Agreed by phone')
      await button(rowan, 'Change plan').click()
      await expect(rowan.getByText('A group pays for this practice.')).toBeVisible()
    })

    await test.step('And the bill follows a larger plan, which holds at once', async () => {
      await page.goto('/group/billing')
      await choosePlan(page, canal, 'growth-pro')
      await expect(dialog(page)).toContainText('£278 a month for the whole bill, without VAT')
      await expectDialogAccessible(page)
      const [due] = /£[\d.]+, including/.exec(await dialog(page).innerText())!
      await dialog(page).getByRole('button', { name: 'Not now' }).click()
      await expect(page.getByLabel(`Plan of ${canal}`)).toHaveValue('starter')
      await choosePlan(page, canal, 'growth-pro')
      await dialog(page).getByRole('button', { name: 'Change to Growth Pro' }).click()
      await expect(page.getByText('Plan saved. The bill is being updated.')).toBeVisible()
      await expect(payment(page)).toContainText('£278 a month, without VAT')
      await page.reload()
      const charged = page.getByRole('row', { name: /CAND-0002/ })
      await expect(charged).toContainText(due.replace(', including', ''))
      await expectAccessible(page)
      await page.goto('/clinic/billing')
      await expect(heading(page, 'Your plan: Growth Pro')).toBeVisible()
    })

    await test.step('And its VAT number is checked, and stands with the payment', async () => {
      await page.goto('/group/billing')
      const number = page.getByRole('textbox', { name: 'VAT number' })
      await number.fill('GB 000 0000 00')
      await button(page, 'Save VAT number').click()
      await expect(page.getByText('Stripe did not accept this VAT number.')).toBeVisible()
      await number.fill('gb 123 4567 89')
      await button(page, 'Save VAT number').click()
      await expect(payment(page)).toContainText('GB123456789')
      await expectAccessible(page)
    })

    await test.step('And of a payment that failed each practice reads whose it is, until it is paid', async () => {
      await page.goto('/group/billing')
      await button(page, 'Card, address and all invoices').click()
      await expect(page).toHaveURL(/\/portal\//)
      const portal = page.url()
      await page.goto(installation.failPage(portal.split('/').at(-1)!))
      await button(page, 'Let the card fail').click()
      await expect(page.getByText(`A payment by ${group} failed`)).toBeVisible()
      await expectAccessible(page)
      await page.goto('/group/billing')
      await expect(payment(page).getByText('Payment failed', { exact: true })).toBeVisible()
      await expect(payment(page)).toContainText('Unpaid since')
      await expectAccessible(page)
      await page.goto(portal)
      await button(page, 'Pay what is open').click()
      await page.goto('/group/billing?from=portal')
      await expect(page.getByText('Your last payment went through.')).toBeVisible()
    })

    await test.step('And a cancelled bill says when it ends, and is kept after all', async () => {
      await page.goto('/group/billing')
      await button(page, 'Cancel plan').click()
      await expectDialogAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
      await expect(payment(page).getByText('Ends', { exact: true })).toBeVisible()
      await button(page, 'Keep plan').click()
      await expect(payment(page).getByText('Ends', { exact: true })).toBeHidden()
    })

    await test.step('And a practice that stops is on the bill no longer, and pays for itself', async () => {
      await decide(practice, 'Stop the group paying')
      await expect(button(practice, 'Let the group pay')).toBeVisible()
      await page.reload()
      await expect(row(page, harbour)).toContainText('The practice itself')
      await expect(payment(page)).toContainText('£199 a month, without VAT')
      await practice.goto('/clinic/billing')
      await expect(heading(practice, 'Your plan: Starter')).toBeVisible()
      await button(practice, 'Choose Starter').click()
      await button(practice, 'Pay').click()
      await expect(practice.getByText('Your plan is set up.')).toBeVisible()
      await decide(practice, 'Let the group pay')
      await expect(dialog(practice)).toContainText('This practice pays by card.')
    })

    await test.step('And one that cancelled its own plan keeps its panel until that ends', async () => {
      await practice.goto('/clinic/billing')
      await button(practice, 'Cancel plan').click()
      await practice.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
      await expect(button(practice, 'Keep plan')).toBeVisible()
      await decide(practice, 'Let the group pay')
      await expect(button(practice, 'Stop the group paying')).toBeVisible()
      await practice.goto('/clinic/billing')
      await expect(
        payment(practice).getByText(`${group} pays for this practice’s plan once your own payment ends.`),
      ).toBeVisible()
      await expect(button(practice, 'Keep plan')).toBeVisible()
      await expect(practice.getByText('It was cancelled. You can keep it until then')).toBeVisible()
      await expectAccessible(practice)
      await page.goto('/group/billing')
      await choosePlan(page, harbour, 'growth')
      await expect(row(page, harbour)).toContainText('Its own card, until that ends')
      await expect(page.getByText('Plan saved', { exact: true })).toBeVisible()
      await expect(page.getByText('Total £199 a month, without VAT')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('And she stops paying for the last of them, once she has read what that does', async () => {
      const question = page.getByRole('alertdialog', { name: `Stop paying for ${canal}?` })
      await page.goto('/group/billing')
      await choosePlan(page, canal, '')
      await expectDialogAccessible(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByLabel(`Plan of ${canal}`)).toHaveValue('growth-pro')
      await choosePlan(page, canal, '')
      await question.getByRole('button', { name: 'Stop paying' }).click()
      await expect(page.getByLabel(`Plan of ${canal}`)).toHaveValue('')
      await expect(payment(page).getByText('Ended', { exact: true })).toBeVisible()
      await expect(button(page, 'Start paying')).toBeVisible()
    })

    await test.step('And an auditor reads it and changes nothing', async () => {
      const groups = (await (await rowan.request.get('/api/admin/groups')).json()) as PracticeGroup[]
      const { id, people } = groups.find(({ name }) => name === group)!
      await ask(rowan.request, `admin/groups/people/${people[0]!.id}`, {}, 'delete')
      await ask(rowan.request, `admin/groups/${id}/people`, { email: jonah.email, role: 'group_auditor' })
      await page.reload()
      await expect(page.getByText('Only administrators of the group can choose plans and pay.')).toBeVisible()
      await expect(row(page, canal)).toContainText('None')
      await expect(page.getByRole('combobox')).toHaveCount(0)
      await expect(button(page, /Card, address|Cancel plan|Start paying/)).toHaveCount(0)
      await expectAccessible(page)
    })
  } finally {
    await installation.close()
  }
})
