import { expect, expectAccessible, sendConsent, test } from './journey.ts'

const note =
  'UL6 irreversible pulpitis, RCT tooth 16, on apixaban, not on warfarin, mum diabetic, grimbled. £450'

test('a dentist pastes a note, says what it means, and has a draft', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const { lastName } = await sendConsent(page)
  await page.goto('/clinic/consents')
  await page.getByRole('link', { name: 'From a note' }).click()
  await page.getByRole('button', { name: 'Read the note' }).click()
  await expect(page.getByText('Choose the patient')).toBeVisible()
  await expect(page.getByText('Enter or paste a note')).toBeVisible()

  await page.getByRole('combobox', { name: 'Patient' }).fill(lastName)
  await page.getByRole('option', { name: new RegExp(lastName) }).click()
  await page.getByLabel('Clinical note').fill(note)
  await page.getByLabel('Clinical note').press('Control+Enter')
  await expect(page.getByText('grimbled', { exact: true })).toBeVisible()
  await expect(page.getByText('diabetic (another person’s health)')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue(/irreversible pulpitis/)
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('£450')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create draft' }).click()
  const summary = page.getByRole('alert').first()
  await expect(summary).toContainText('Choose which meaning is right')
  await page.getByRole('radio', { name: /26/ }).check()
  await expect(page.getByText(/^Teeth for root canal treatment: .*26/)).toBeVisible()
  const warfarin = page.getByRole('group', { name: /^Warfarin/ })
  await expect(warfarin.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page).toHaveURL(/\/clinic\/consents\/new\?draft=/)
  await expect(page.getByText(/Chosen: .*26/)).toBeVisible()
  const draftId = new URL(page.url()).searchParams.get('draft')
  const draft = (await (await page.request.get(`/api/clinic/consents/${draftId}`)).json()) as object
  // The practice's own copy, where another journey made one, is offered first.
  const treatment = expect.stringMatching(/^Molar Root Canal/) as unknown
  expect(draft).toMatchObject({ treatment, teeth: ['26'], status: 'draft' })
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('£450')
})
