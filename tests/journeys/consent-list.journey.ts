import type { Page } from '@playwright/test'
import {
  answerHistory,
  callApi,
  draftConsent,
  expect,
  expectAccessible,
  expectDialogAccessible,
  newLastName,
  test,
} from './journey.ts'
import { countMessages } from './sent-mails.ts'

type Drafted = { patient: { id: string }; plan: { items: { templateId: string; teeth: string[] }[] } }
const drafted = async (page: Page, consentId: string): Promise<Drafted> =>
  (await (await page.request.get(`/api/clinic/consents/${consentId}`)).json()) as Drafted

test('drafts are sent together; one that cannot go says why, and none goes twice', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  const addresses = ['one', 'two'].map((name) => `${name}.${lastName.toLowerCase()}@example.org`)
  for (const email of addresses) {
    const { patient, plan } = await drafted(page, await draftConsent(page, { email, lastName }))
    const treatments = plan.items.map(({ templateId, teeth }) => ({ templateId, teeth }))
    await answerHistory(page, patient.id, treatments)
  }
  await draftConsent(page, { email: '', lastName })
  await draftConsent(page, { email: `three.${lastName.toLowerCase()}@example.org`, lastName })
  // The list stays as it was chosen from: what changes meanwhile is for the server to refuse.
  await page.route('**/api/clinic/live*', (route) => route.abort())
  const leaving = await draftConsent(page, { email: `four.${lastName.toLowerCase()}@example.org`, lastName })
  await page.goto(`/clinic/consents?view=drafts&q=${lastName}`)
  const choices = page.getByRole('checkbox', { name: `Select Robin ${lastName}` })
  await expect(choices).toHaveCount(5)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  for (const choice of await choices.all()) await expect(choice).toBeChecked()
  await expectAccessible(page)
  await expect(page.getByText('1 consent cannot be sent from here: no e-mail address')).toBeVisible()
  // Somebody else notes meanwhile that this patient leaves the practice.
  const { patient } = await drafted(page, leaving)
  await callApi(page, `patients/${patient.id}/leaving`, {})
  await page.getByRole('button', { name: 'Send 4 consents' }).click()

  const outcome = page.getByRole('region', { name: 'Sending 4 consents by e-mail' })
  await expect(outcome.getByText('2 done, 2 failed. See below.')).toBeVisible()
  await expect(outcome.getByText('This patient has left the practice')).toBeVisible()
  const unasked = 'Could not be sent: Not asked yet, and the answer may stop the treatment:'
  await expect(outcome.getByText(unasked)).toBeVisible()
  await expect(choices).toHaveCount(3)
  await expectAccessible(page)

  const again = page.waitForResponse('**/send')
  await outcome.getByRole('button', { name: 'Try again' }).click()
  expect((await again).status()).toBe(409)
  await expect(outcome.getByText('2 done, 2 failed. See below.')).toBeVisible()
  for (const address of addresses) expect(await countMessages(address)).toBe(1)
  await outcome.getByRole('button', { name: 'Close' }).click()
  await expect(outcome).toHaveCount(0)
})

test('a list says how it is sorted, and is sorted otherwise', async ({ page, signIn }, info) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  for (const firstName of ['Beth', 'Zoe', 'Ada']) await draftConsent(page, { firstName, lastName })
  await page.goto(`/clinic/consents?q=${lastName}`)
  const choices = page.getByRole('checkbox', { name: new RegExp(`^Select .* ${lastName}`) })
  const shown = () =>
    choices.evaluateAll((boxes) =>
      boxes.map((box) => /Beth|Zoe|Ada/.exec(box.getAttribute('aria-label') ?? '')?.[0]),
    )
  await expect.poll(shown).toEqual(['Ada', 'Zoe', 'Beth'])
  if (info.project.name === 'desktop') {
    const header = page.getByRole('columnheader', { name: 'Patient' })
    await expect(page.getByRole('columnheader', { name: 'Last changed' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await header.getByRole('link').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
  } else {
    await expect(page.getByText('Last changed, newest first', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Sort by').selectOption('Patient, A to Z')
  }
  await expect.poll(shown).toEqual(['Ada', 'Beth', 'Zoe'])
  await expectAccessible(page)
})

test('a list is narrowed, kept under a name and taken out as a file', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  await draftConsent(page, { lastName })
  await page.goto(`/clinic/consents?q=${lastName}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Changed from').fill('2020-01-01')
  await expect(page).toHaveURL(/from=2020-01-01/)
  const chip = page.getByRole('link', { name: 'Remove the filter From 1 Jan 2020' })
  await expect(chip).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Template' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save current view' }).click()
  await expectDialogAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill(`Of ${lastName}`)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL(/saved=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await chip.click()
  await expect(chip).toHaveCount(0)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: `Of ${lastName}`, exact: true }).click()
  await expect(chip).toBeVisible()

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await file).suggestedFilename()).toBe('consents.csv')
})
