import type { Page } from '@playwright/test'
import {
  chooseTreatment,
  draftConsent,
  expect,
  expectAccessible,
  newLastName,
  openSection,
  test,
} from './journey.ts'
import { ask } from './people.ts'

type Listed = { rows: { id: string }[]; total: number }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard this draft?' })

const consentsOf = async (page: Page, patientId: string): Promise<Listed> =>
  (await (await page.request.get(`/api/clinic/consents?patientId=${patientId}`)).json()) as Listed

const addPatient = (page: Page) =>
  ask<{ id: string }>(page.request, 'clinic/patients', {
    ...{ firstName: 'Wren', lastName: newLastName(), dateOfBirth: '1979-04-02' },
  })

test('a form that nobody filled in leaves no draft, and one begun by mistake is discarded', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const { id: patientId } = await addPatient(page)

  await test.step('an untouched form leaves nothing behind', async () => {
    await page.goto(`/clinic/patients/${patientId}`)
    await page.getByRole('link', { name: 'New consent' }).first().click()
    await expect(page.getByRole('combobox', { name: 'Treatment' })).toBeVisible()
    await expect(button(page, 'Discard draft')).toHaveCount(0)
    // Whatever is not saved would be asked about here.
    await page.goBack()
    await expect(page).toHaveURL(`/clinic/patients/${patientId}`)
    expect((await consentsOf(page, patientId)).total).toBe(0)
  })

  await test.step('a treatment chosen makes a draft, which is discarded after one question', async () => {
    await page.getByRole('link', { name: 'New consent' }).first().click()
    await chooseTreatment(page, 'Composite Filling')
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await button(page, 'Discard draft').click()
    await question(page).getByRole('button', { name: 'Keep draft' }).click()
    expect((await consentsOf(page, patientId)).total).toBe(1)
    await button(page, 'Discard draft').click()
    await question(page).getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByText('Draft discarded.')).toBeVisible()
    await expect(page).toHaveURL(`/clinic/patients/${patientId}`)
    expect((await consentsOf(page, patientId)).total).toBe(0)
  })
})

test('a draft is discarded in its row of the list', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const lastName = newLastName()
  await draftConsent(page, { lastName })
  await page.goto(`/clinic/consents?view=drafts&q=${lastName}`)
  const discard = async (answer: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions for .*${lastName}`) }).click()
    await page.getByRole('menuitem', { name: 'Discard draft' }).click()
    await question(page).getByRole('button', { name: answer }).click()
  }
  await discard('Keep draft')
  await expect(page.getByRole('row')).toHaveCount(2)
  await discard('Discard draft')
  await expect(page.getByText('Draft discarded.')).toBeVisible()
  await expect(page.getByText('No consents found')).toBeVisible()
})

test('a draft is discarded on its page, and what it was is still told there', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const lastName = newLastName()
  const consentId = await draftConsent(page, { lastName })
  await page.goto(`/clinic/consents/${consentId}`)
  await button(page, 'More actions').click()
  await expect(page.getByRole('menuitem', { name: 'Void consent' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  await question(page).getByRole('button', { name: 'Discard draft' }).click()
  await expect(page).toHaveURL('/clinic/consents?view=drafts')
  await page.goto(`/clinic/consents?q=${lastName}`)
  await expect(page.getByText('No consents found')).toBeVisible()

  await page.goto(`/clinic/consents/${consentId}`)
  await expect(page.getByText('Discarded draft.')).toBeVisible()
  await expect(button(page, 'Discard draft')).toHaveCount(0)
  await openSection(page, 'Audit')
  await expect(page.getByText('Draft discarded', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
