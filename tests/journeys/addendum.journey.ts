import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  consentParts,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  openSection,
  planPartTitle,
  readForm,
  readToTheEnd,
  sendConsent,
  type SentConsent,
} from './journey.ts'
import { ask, test } from './people.ts'
import { countSteps } from './step-count.ts'

const goal_seconds = 60

type Made = { patient: { id: string; name: string }; clinician: { id: string } }

/** Signed by its patient, talked through, and its appointment of today under way. */
async function startSigned(page: Page, phone: Page, sent: SentConsent): Promise<Made> {
  const { consentId, lastName } = sent
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill(`Robin ${lastName}`)
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText('Sign your consent')
  const made = (await (await page.request.get(`/api/clinic/consents/${consentId}`)).json()) as Made
  const discussion = {
    ...{ on: new Date().toISOString(), mode: 'in-person', understanding: 'explained-back' },
    ...{ note: 'Went through the filling and the other ways to go.', whatMatters: '' },
  }
  await ask(page.request, `clinic/consents/${consentId}/discussions`, { discussion })
  const { today } = (await (await page.request.get('/api/clinic/appointments')).json()) as { today: string }
  const { id } = await ask<{ id: string }>(page.request, 'clinic/appointments', {
    ...{ patientId: made.patient.id, clinicianId: made.clinician.id },
    ...{ day: today, time: '12:00', consentIds: [consentId] },
  })
  await ask(page.request, `clinic/appointments/${id}/start`)
  return made
}

test('the plan changes during treatment: agreed before two within a minute, signed on the tablet', async ({
  page,
  phone,
  signIn,
  hire,
  openBrowser,
}) => {
  const nurse = await openBrowser()
  await hire(nurse)
  const username = `noor.${randomUUID().slice(0, 6)}`
  await ask(nurse.request, 'account', { displayName: 'Noor Haddad', username }, 'patch')
  expect((await nurse.request.put('/api/account/pin', { data: { pin: '2580' } })).ok()).toBe(true)
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  const { patient } = await startSigned(page, phone, sent)
  await page.goto('/clinic?who=all')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: patient.name }) })
  await expect(row).toContainText('In progress')

  const steps = countSteps(page)
  const began = Date.now()
  await steps.choose(row.getByRole('button', { name: 'Plan has changed' }))
  const dialog = page.getByRole('dialog', { name: 'Plan has changed' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await expect(field('Findings')).toBeFocused()
  await steps.write('The tooth is cracked below the gum')
  const search = dialog.getByRole('combobox', { name: 'Treatment' })
  await expect(search).toBeVisible()
  await steps.tabTo(search)
  await steps.write('simple extr')
  await steps.choose(page.getByRole('option', { name: /^Simple Extraction/ }).first())
  await steps.choose(dialog.locator('[data-tooth="46"]'))
  const prognosis = dialog.getByRole('toolbar', { name: 'Usual values: Prognosis' })
  await steps.choose(prognosis.getByRole('button').first())
  await steps.press(field('Risks for this patient'))
  await steps.write('none that we know of')
  await steps.tabTo(field('Price'))
  await steps.write('90')
  await steps.choose(dialog.getByRole('checkbox', { name: /^Findings/ }))
  await steps.press(dialog.getByRole('checkbox', { name: 'The new treatment' }))
  await steps.press(dialog.getByRole('checkbox', { name: 'The other options' }))
  await steps.choose(dialog.getByRole('radio', { name: 'The patient explained it back' }))
  await steps.choose(dialog.getByRole('checkbox', { name: /^I heard .* agree to Simple Extraction/ }))
  await steps.tabTo(field('Their e-mail or username'))
  await steps.write(username)
  await steps.tabTo(dialog.getByLabel('Their PIN', { exact: true }))
  await steps.write('2580')
  await steps.enter()
  const recorded = page.getByRole('dialog', { name: 'Change recorded' })
  await expect(recorded).toBeVisible()
  const measured = (Date.now() - began) / 1000
  const { presses, keys, seconds } = steps.total()
  test.info().annotations.push({
    type: 'time',
    description: `${presses} presses and ${keys} keystrokes: ${seconds.toFixed(0)} s by hand, ${measured.toFixed(0)} s here`,
  })
  expect(seconds).toBeLessThan(goal_seconds)
  await expectDialogAccessible(page)

  await recorded.getByRole('button', { name: 'Hand over' }).click()
  await page
    .getByRole('dialog', { name: /^Hand this screen to/ })
    .getByRole('button', { name: 'Hand over' })
    .click()
  await expect(page).toHaveURL(/\/kiosk\//)
  await fillBirthDate(page, sent.dateOfBirth)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /Read this form/ }).click()
  await readForm(page, [planPartTitle, ...consentParts])
  await confirmEverything(page)
  await page.getByLabel('Your full name').fill(patient.name)
  await drawSignature(page)
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign your consent')

  // On another screen of the practice it stands with its consent, on the board and in the record.
  const other = await openBrowser()
  await signIn(other, 'Priya')
  await other.goto('/clinic?who=all')
  const otherRow = other
    .getByRole('listitem')
    .filter({ has: other.getByRole('heading', { name: patient.name }) })
  await expect(otherRow).toContainText('Plan changed: Simple Extraction')
  await expectAccessible(other)
  await otherRow.getByRole('link', { name: /^Simple Extraction/ }).click()
  await expect(other.getByRole('link', { name: 'Previous signed consent' })).toBeVisible()
  await openSection(other, 'Understanding and conversation')
  await expect(other.getByText('Attested with their own account').first()).toBeVisible()
  await expectAccessible(other)
})

test('what is missing of a change is named, and nothing of what was said is kept for the next try', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await startSigned(page, phone, sent)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Plan has changed' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Plan has changed' })
  await dialog.getByRole('checkbox', { name: /^I heard/ }).check()
  await dialog.getByRole('button', { name: 'Record the change' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Enter the findings')
  await expect(dialog.getByRole('alert').first()).toContainText('Enter their PIN')
  await expectDialogAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectDialogAccessible(page)
  await page.reload()
  await open()
  await expect(dialog.getByRole('checkbox', { name: /^I heard/ })).not.toBeChecked()
})
