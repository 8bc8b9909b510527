import { chooseTreatment, expect, expectAccessible, sendConsent, test } from './journey.ts'

test('a history is asked by keyboard, saved, reviewed, and changes the risks of a treatment', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { lastName } = await sendConsent(page)
  await page.goto(`/clinic/patients?q=${lastName}`)
  const open = page.getByRole('link', { name: `Robin ${lastName}` }).first()
  await open.click()
  await expect(page.getByText('No questions asked yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open history' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Medical history' })).toBeVisible()
  const answers = (question: RegExp) => page.getByRole('radiogroup', { name: question })
  // Nothing is answered before somebody asks.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  await answers(/^Inherited or acquired bleeding/)
    .getByRole('radio')
    .first()
    .focus()
  await page.keyboard.press('n')
  await expect(
    answers(/lower-risk group/)
      .getByRole('radio')
      .first(),
  ).toBeFocused()
  await page.keyboard.press('u')
  await answers(/^Past or present MRONJ/)
    .getByRole('radio', { name: 'Yes' })
    .check()
  await answers(/^Warfarin/)
    .getByRole('radio', { name: 'Yes' })
    .check()
  await page.getByLabel('INR (optional)', { exact: true }).fill('about three')
  await answers(/close to the lower jaw nerve/)
    .getByRole('radio', { name: 'Yes' })
    .check()
  await page.getByRole('checkbox', { name: /lower right third molar/ }).check()
  // What may stop a treatment is asked one by one: the rest of each part becomes no together.
  for (const part of [
    'Bleeding',
    'Heart',
    'Other conditions',
    'Allergies',
    'Habits',
    'Mouth',
    'What matters',
  ])
    await page.getByRole('button', { name: `Others no: ${part}` }).click()
  await page.getByRole('button', { name: 'Save answers' }).click()
  await expect(page.getByRole('alert').first()).toContainText('enter INR in digits')
  await expect(page.getByRole('alert').first()).toContainText('Choose the source of these answers')
  await expectAccessible(page)

  // What is not saved outlives a reload.
  await page.reload()
  await expect(page.getByText('35 answers not saved')).toBeVisible()
  await page.getByLabel('INR (optional)', { exact: true }).fill('2.6')
  await page.getByRole('radio', { name: 'The patient' }).check()
  await page.getByRole('button', { name: 'Save answers' }).click()
  await expect(page.getByText('Answers saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save answers' })).toHaveCount(0)

  await page.getByLabel('Questions shown').selectOption({ label: 'Yes answers (3)' })
  await expect(page.getByRole('radiogroup')).toHaveCount(3)
  await expect(page.getByText('May stop a treatment').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('jaw nerve')
  await expect(page.getByRole('radiogroup')).toHaveCount(1)
  await page.getByRole('button', { name: 'Reviewed, nothing changed' }).click()
  await expect(page.getByText(/Reviewed with the patient on .* by Priya Nair/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByText('35 answers, from the patient')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'For a treatment' }).click()
  await chooseTreatment(page, 'Surgical Wisdom Tooth')
  await page.getByRole('checkbox', { name: /lower right third molar/ }).check()
  const risks = page.getByRole('region', { name: 'Risks of this patient' })
  await expect(risks.getByText('Stops the treatment')).toBeVisible()
  await expect(risks.getByText(/Past or present MRONJ/)).toBeVisible()
  await expect(risks.getByText(/close to the nerve that gives feeling/)).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/clinic/patients?q=${lastName}`)
  await open.click()
  const panel = page.getByRole('region', { name: 'Medical history' })
  await expect(panel.getByText('Past or present MRONJ')).toBeVisible()
  await expect(panel.getByText('Reviewed', { exact: true })).toBeVisible()
})

test('what somebody else saved meanwhile is loaded, and what was typed stays', async ({
  page,
  signIn,
  demo,
}) => {
  await signIn(page, 'Priya')
  const { lastName } = await sendConsent(page)
  const found = (await (await page.request.get(`/api/clinic/patients?search=${lastName}`)).json()) as {
    rows: { id: string }[]
  }
  const patientId = found.rows[0]!.id
  await page.goto(`${demo.address}/clinic/patients/${patientId}/history?q=smokes`)
  const smokes = page.getByRole('radiogroup', { name: 'Smokes tobacco' })
  await smokes.getByRole('radio', { name: 'Yes' }).check()
  const data = { version: 0, source: 'letter', facts: [{ factor: 'smoker', answer: 'no' }] }
  const other = await page.request.put(`/api/clinic/patients/${patientId}/history`, { data })
  expect(other.ok()).toBe(true)

  await page.getByRole('radio', { name: 'The patient' }).check()
  await page.getByRole('button', { name: 'Save answers' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else changed this history')
  await page.getByRole('button', { name: 'Load their changes and keep mine' }).click()
  await expect(page.getByText('Priya Nair answered “No” in the meantime.')).toBeVisible()
  await expect(smokes.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save answers' }).click()
  await expect(page.getByText('Answers saved.')).toBeVisible()
})
