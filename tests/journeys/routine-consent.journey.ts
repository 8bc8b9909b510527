import type { Page } from '@playwright/test'
import {
  answerHistory,
  callApi,
  chooseTreatment,
  expect,
  expectAccessible,
  expectDialogAccessible,
  newLastName,
  sendConsent,
} from './journey.ts'
import { ask, test } from './people.ts'
import { countSteps } from './step-count.ts'

/** No other story sends one, so that the last one of the clinician is the one of this story. */
const filling = 'Glass Ionomer Filling'
/** What the text of a filling asks for. */
const gaps = ['Diagnosis', 'Why recommended', 'Prognosis', 'Risks for this patient']
/** Presses from the patient's page until it is sent; the price is the fee list's. */
const goals = { first: 8, again: 4, appointment: 7 }
const again_seconds_max = 10

type Named = { id: string; name: string }

/** A patient whose history was gone through, so that it can be said that no risks are known. */
async function addReviewedPatient(page: Page, templateId: string): Promise<string> {
  const lastName = newLastName()
  const person = { firstName: 'Wren', lastName, dateOfBirth: '1979-04-02', phone: '' }
  const { id } = await callApi<{ id: string }>(page, 'patients', {
    ...person,
    email: `${lastName.toLowerCase()}@example.org`,
  })
  await answerHistory(page, id, [{ templateId, teeth: ['26'] }])
  await callApi(page, `patients/${id}/history/reviews`, { version: 1 })
  return id
}

/** The template, a favourite of whoever is signed in. */
async function starredTemplate(page: Page): Promise<string> {
  const listed = await page.request.get(`/api/clinic/templates?search=${filling}&owner=platform&pageSize=100`)
  const { rows } = (await listed.json()) as { rows: { id: string; name: string }[] }
  const { id } = rows.find(({ name }) => name === filling)!
  await ask(page.request, `clinic/templates/${id}/favourite`, { isFavourite: true }, 'put')
  return id
}

const usual = (page: Page, label: string, place = 0) =>
  page
    .getByRole('toolbar', { name: `Usual values: ${label}` })
    .getByRole('button')
    .nth(place)
const tell = (what: string, description: string) => test.info().annotations.push({ type: what, description })

/** Begins at the patient's page and chooses the treatment, which stands among the usual ones. */
async function beginFilling(page: Page, patientId: string, by: 'click' | 'tap' = 'click') {
  await page.goto(`/clinic/patients/${patientId}`)
  const steps = countSteps(page, by)
  const began = Date.now()
  await steps.choose(page.getByRole('link', { name: 'New consent', exact: true }).first())
  const pills = page.getByRole('toolbar', { name: 'Usual treatments' })
  await steps.choose(pills.getByRole('button', { name: filling }))
  return { steps, began }
}

type Work = Awaited<ReturnType<typeof beginFilling>>

/** Begins at the patient's page with the treatment that consents were made out for last, by its link or by its key. */
async function beginLikeLast(
  page: Page,
  patientId: string,
  by: 'click' | 'tap' | 'key' = 'click',
): Promise<Work> {
  await page.goto(`/clinic/patients/${patientId}`)
  const steps = countSteps(page, by === 'tap' ? 'tap' : 'click')
  const last = page.getByRole('navigation', { name: 'New consent, same as last time' })
  const link = last.getByRole('link', { name: filling })
  const key = await link.getAttribute('aria-keyshortcuts')
  const began = Date.now()
  if (by === 'key') await steps.write(key!)
  else await steps.choose(link)
  await expect(usual(page, 'Diagnosis')).toHaveAttribute('aria-pressed', 'true')
  return { steps, began }
}

/** Says where, and that no risks are known, which are this patient's; sends it. */
async function finishLikeLast(page: Page, what: string, work: Work): Promise<number> {
  await work.steps.choose(page.locator('[data-tooth="26"]'))
  await work.steps.choose(usual(page, 'Risks for this patient'))
  return sendAndTell(page, what, work)
}

/** Begins at an appointment of today, and fills in what its text asks for. */
async function beginAtAppointment(
  page: Page,
  templateId: string,
  by: 'click' | 'tap' = 'click',
): Promise<Work> {
  const patientId = await addReviewedPatient(page, templateId)
  const clinicians = (await (await page.request.get('/api/clinic/clinicians')).json()) as Named[]
  const { today } = (await (await page.request.get('/api/clinic/appointments')).json()) as { today: string }
  const { patient } = await callApi<{ patient: Named }>(page, 'appointments', {
    ...{ patientId, clinicianId: clinicians.find(({ name }) => name.includes('Tom'))!.id },
    ...{ day: today, time: '23:30', treatments: [{ templateId, teeth: ['26'] }] },
  })
  await page.goto('/clinic?who=all')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: patient.name }) })
  const work = { steps: countSteps(page, by), began: Date.now() }
  await work.steps.press(row.getByRole('button', { name: new RegExp(`^More actions for ${patient.name}`) }))
  await work.steps.choose(page.getByRole('menuitem', { name: 'New consent' }))
  await expect(page.locator('[data-tooth="26"]')).toBeChecked()
  for (const label of gaps) await work.steps.choose(usual(page, label))
  return work
}

async function sendAndTell(page: Page, what: string, { steps, began }: Work) {
  await expect(page.getByText('Ready to send')).toBeVisible()
  await steps.choose(page.getByRole('button', { name: 'Send by e-mail' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sent to Wren')
  const { presses, keys, seconds } = steps.total()
  const here = ((Date.now() - began) / 1000).toFixed(1)
  const told = `${presses} presses, ${keys} keystrokes, ${seconds.toFixed(1)} s by hand, ${here} s here`
  tell(what, told)
  console.info(`${what} (${test.info().project.name}): ${told}`)
  return presses
}

test('a routine filling takes one press for each gap, and the next one is like the last', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const templateId = await starredTemplate(page)

  await test.step('the first', async () => {
    const work = await beginFilling(page, await addReviewedPatient(page, templateId))
    const { steps } = work
    await steps.choose(page.locator('[data-tooth="26"]'))
    for (const label of gaps) await steps.choose(usual(page, label))
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('£75')
    await expectAccessible(page)
    expect(await sendAndTell(page, 'First routine consent', work)).toBeLessThanOrEqual(goals.first)
  })

  await test.step('the next, like the last', async () => {
    const work = await beginLikeLast(page, await addReviewedPatient(page, templateId))
    await expect(page.getByText('The text appears here after your first change.')).toBeVisible()
    await expectAccessible(page)
    expect(await finishLikeLast(page, 'Like the last', work)).toBeLessThanOrEqual(goals.again)
  })

  await test.step('and begun by its key, within ten seconds by hand', async () => {
    const work = await beginLikeLast(page, await addReviewedPatient(page, templateId), 'key')
    await finishLikeLast(page, 'Like the last, begun by its key', work)
    const { presses, keys, seconds } = work.steps.total()
    expect(presses + keys).toBeLessThanOrEqual(goals.again)
    expect(seconds).toBeLessThanOrEqual(again_seconds_max)
  })
})

test('phrases are pinned, hidden and added for a clinician, none that names somebody', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Tom')
  await page.goto('/clinic/consents/new')
  await chooseTreatment(page, 'Temporary Filling')
  await page.route('**/api/clinic/phrases?**', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Edit phrases' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit phrases' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const group = dialog.getByRole('region', { name: 'Diagnosis' })
  const rows = group.getByRole('listitem')
  const [first, second] = [await rows.nth(0).innerText(), await rows.nth(1).innerText()]
  await group.getByRole('button', { name: `Pin: ${second}` }).click()
  await expect(rows.first()).toHaveText(second)
  await group.getByRole('button', { name: `Hide: ${first}` }).click()
  await expect(group.getByRole('button', { name: `Offer again: ${first}` })).toBeVisible()
  const typed = group.getByRole('textbox', { name: 'New phrase: Diagnosis' })
  await typed.fill('seen on 3 May')
  await group.getByRole('button', { name: 'Add to Diagnosis' }).click()
  await expect(group.getByText('Remove the date or day.')).toBeVisible()
  await expectDialogAccessible(page)
  await typed.fill('a crack that was patched before')
  await group.getByRole('button', { name: 'Add to Diagnosis' }).click()
  await expect(rows.filter({ hasText: 'a crack that was patched before' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const offered = page.getByRole('toolbar', { name: 'Usual values: Diagnosis' })
  await expect(offered.getByText(second)).toBeVisible()
  await expect(offered.getByText('a crack that was patched before')).toBeVisible()
  await expect(offered.getByText(first, { exact: true })).toHaveCount(0)
})

/** The longest way of a keyboard alone from a patient's page until it is sent. */
const keys_max = 45

test('a routine filling is made out and sent by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const templateId = await starredTemplate(page)
  await page.goto(`/clinic/patients/${await addReviewedPatient(page, templateId)}`)
  await expect(page.getByRole('link', { name: 'New consent', exact: true }).first()).toBeVisible()
  const steps = countSteps(page)
  const began = Date.now()
  await steps.type('n')
  await expect(page.getByRole('combobox', { name: 'Treatment' })).toBeVisible()
  await steps.tabUntil(page.getByRole('combobox', { name: 'Treatment' }))
  await steps.type('glas')
  await expect(page.getByRole('option', { name: new RegExp(`^${filling} `) })).toHaveAttribute(
    'data-highlighted',
  )
  await steps.enter()
  await expect(usual(page, 'Diagnosis')).toBeVisible()
  await steps.tabUntil(page.locator('[data-tooth="18"]'))
  await steps.type('26 ')
  for (const label of gaps) {
    await steps.tabUntil(usual(page, label))
    await steps.type(' ')
  }
  await expect(page.getByText('Ready to send')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sent to Wren')
  const { keys } = steps.total()
  const told = `${keys + 1} keystrokes, ${((Date.now() - began) / 1000).toFixed(1)} s here`
  tell('By keyboard alone', told)
  console.info(`By keyboard alone (${test.info().project.name}): ${told}`)
  expect(keys).toBeLessThan(keys_max)
})

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a tablet', { width: 820, height: 1180 }],
] as const)
  test.describe(device, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test(`a routine filling by touch on ${device}`, async ({ page, signIn }) => {
      await signIn(page, 'Tom')
      const templateId = await starredTemplate(page)
      const work = await beginFilling(page, await addReviewedPatient(page, templateId), 'tap')
      const { steps } = work
      await steps.choose(page.locator('[data-tooth="26"]'))
      for (const label of gaps) await steps.choose(usual(page, label))
      await expectAccessible(page)
      expect(await sendAndTell(page, `By touch on ${device}`, work)).toBeLessThanOrEqual(goals.first)

      const again = await beginLikeLast(page, await addReviewedPatient(page, templateId), 'tap')
      await expectAccessible(page)
      const presses = await finishLikeLast(page, `Like the last by touch on ${device}`, again)
      expect(presses).toBeLessThanOrEqual(goals.again)

      const planned = await beginAtAppointment(page, templateId, 'tap')
      expect(
        await sendAndTell(page, `From an appointment by touch on ${device}`, planned),
      ).toBeLessThanOrEqual(goals.appointment)
    })
  })

test('an appointment has patient, clinician, treatment and tooth: the gaps are left', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const work = await beginAtAppointment(page, await starredTemplate(page))
  expect(await sendAndTell(page, 'From an appointment', work)).toBeLessThanOrEqual(goals.appointment)
})

test('a consent is repeated for another tooth, and for another patient', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const { consentId, lastName } = await sendConsent(page)
  await page.goto(`/clinic/consents/${consentId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Repeat for another tooth' }).click()
  await expect(page.getByRole('combobox', { name: 'Treatment' })).toHaveValue('Composite Filling')
  await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(lastName))
  await expect(page.getByText('No tooth chosen')).toBeVisible()

  await page.goto(`/clinic/consents/${consentId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Repeat for another patient' }).click()
  await expect(page.getByRole('combobox', { name: 'Treatment' })).toHaveValue('Composite Filling')
  await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue('')
})

test('what is missing leads to its field, and the text moves to what fills it', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const templateId = await starredTemplate(page)
  await page.goto(`/clinic/consents/new?patient=${await addReviewedPatient(page, templateId)}`)
  await chooseTreatment(page, filling)
  await page.getByText(/^\d details missing$/).click()
  await page.getByRole('link', { name: 'Enter a value for “Prognosis”' }).click()
  await expect(usual(page, 'Prognosis')).toBeFocused()
  await expect(page.getByText(/^\d details missing$/)).toBeVisible()
  await page.keyboard.press('Space')
  const filled = page
    .getByRole('region', { name: 'What the patient reads' })
    .locator('mark[data-gap="prognosis"]')
  await expect(filled).toHaveText(await usual(page, 'Prognosis').locator('bdi').innerText())
  await expect(filled).toBeInViewport()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview' }).click()
  const text = page.getByRole('dialog', { name: 'What the patient reads' })
  await expect(text.locator('mark[data-gap="prognosis"]')).toBeVisible()
  await expectDialogAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
})

test('a field with a list is typed into before its list is there', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  const patient = { firstName: 'Wren', lastName, dateOfBirth: '1979-04-02', email: '' }
  await callApi(page, 'patients', patient)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/combobox-field-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/clinic/consents/new')
  const field = page.getByRole('combobox', { name: 'Patient' })
  await field.fill(lastName)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  release()
  await page.getByRole('option', { name: `Wren ${lastName}` }).click()
  await expect(field).toHaveValue(`Wren ${lastName}`)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
})
