import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  draftConsent,
  expect,
  expectAccessible,
  expectDialogAccessible,
  newLastName,
  sendConsent,
  sendUnasked,
  test,
} from './journey.ts'
import { countSteps, tellSteps } from './step-count.ts'

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request.post(`/api/clinic/${path}`, { data, headers })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

const read = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(`/api/clinic/${path}`)).json()) as T

/** An appointment of today for a patient, with nothing chosen for it. */
async function book(page: Page, patientId: string, consentIds: string[] | null = null): Promise<void> {
  const [clinician] = await read<{ id: string }[]>(page, 'clinicians')
  const { today } = await read<{ today: string }>(page, 'appointments')
  const booking = { patientId, clinicianId: clinician!.id, day: today, time: '12:00', consentIds }
  await post(page, 'appointments', booking)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

test('a refused start offers what mends each missing thing; mended, it starts, and is undone', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { consentId, lastName } = await sendConsent(page)
  const patient = `Robin ${lastName}`
  const { patient: record } = await read<{ patient: { id: string } }>(page, `consents/${consentId}`)
  await book(page, record.id, [])
  await page.goto('/clinic?who=all')
  const row = rowOf(page, patient)
  await row.getByRole('button', { name: 'Start', exact: true }).click()

  // Nothing is linked: what mends it is beside it, and is done there.
  const dialog = page.getByRole('dialog', { name: 'Treatment cannot start' })
  const remedy = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(remedy('Link a consent: Right patient and tooth')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'New consent: Consent given' })).toBeVisible()
  await expectDialogAccessible(page)
  const mending = countSteps(page)
  await mending.choose(remedy('Link a consent: Consent given'))
  const linking = page.getByRole('dialog', { name: 'Link a consent' })
  await linking.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(linking.getByRole('alert').first()).toContainText('Choose a consent')
  await mending.choose(linking.getByRole('checkbox', { name: /Composite Filling/ }))
  await expectDialogAccessible(page)
  await mending.press(linking.getByRole('button', { name: 'Link', exact: true }))
  tellSteps('a consent is linked where a start was refused', mending, 10)

  // Now it is not signed: the code is shown at once, and a conversation recorded.
  await remedy('Show the QR code: Consent given').click()
  const link = page.getByRole('dialog', { name: `Link for ${patient}` })
  await expect(link.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await link.getByRole('button', { name: 'Done' }).click()
  await remedy('Resend: Consent given').click()
  const resending = page.getByRole('dialog', { name: 'Resend' })
  await expect(resending.getByRole('button', { name: 'E-mail a new link' })).toBeVisible()
  await expectDialogAccessible(page)
  await resending.getByRole('button', { name: 'Done' }).click()
  await remedy('Record a conversation: Understanding checked').click()
  const talk = page.getByRole('dialog', { name: 'Record a conversation' })
  await expect(talk).toBeVisible()
  await expectDialogAccessible(page)
  await talk.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeVisible()

  // What mends it elsewhere shows in the dialog by itself: agreed to by word of mouth, nothing but advice is left.
  const spoken = {
    discussion: {
      ...{ on: new Date().toISOString(), mode: 'in-person', understanding: 'not-yet' },
      ...{ note: 'Went through the filling.', whatMatters: '' },
    },
    witnesses: [{ name: 'Nia Parry', capacity: 'Dental nurse', statement: 'I heard the patient agree.' }],
    wordingConfirmed: true,
  }
  await post(page, `consents/${consentId}/verbal-consent`, spoken)
  const advised = page.getByRole('dialog', { name: 'Before treatment starts' })
  await expect(advised).toContainText('Understanding checked')
  await advised.getByRole('button', { name: 'Start with this note' }).click()
  await expect(advised.getByRole('alert').first()).toContainText('Write a note')
  await advised.getByLabel('Note').fill('Explained back at the chair')
  await expectDialogAccessible(page)
  await advised.getByRole('button', { name: 'Start with this note' }).click()
  await expect(row).toContainText('In progress')

  await expectAccessible(page)
  await row.getByRole('button', { name: 'Undo start' }).click()
  await expect(row.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  const { events } = await read<{ events: { what: string }[] }>(page, `consents/${consentId}`)
  expect(events.slice(-2).map(({ what }) => what)).toEqual([
    'Treatment started, with a note: Explained back at the chair',
    'Start of treatment undone within a minute',
  ])
})

test('what must be there is started without only for a reason', async ({ page, signIn }) => {
  await signIn(page, 'Amara')
  const patient = { firstName: 'Robin', lastName: newLastName(), dateOfBirth: '1975-09-30' }
  const { id } = await post<{ id: string }>(page, 'patients', { ...patient, email: '', phone: '' })
  await book(page, id)
  await page.goto('/clinic?who=all')
  const row = rowOf(page, `Robin ${patient.lastName}`)
  await row.getByRole('button', { name: 'Start', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Treatment cannot start' })
  await dialog.getByRole('button', { name: 'Start treatment' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('at least 10 characters')
  const steps = countSteps(page)
  await steps.press(dialog.getByLabel('Why treatment cannot wait'))
  await steps.write('Bleeding that cannot wait')
  await steps.press(dialog.getByRole('button', { name: 'Start treatment' }))
  tellSteps('started for a reason', steps, 15)
  await expect(row).toContainText('Started with override: Bleeding that cannot wait')
})

test('what is not asked yet is named before a consent is sent, and sent anyway only when somebody says so', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const consentId = await draftConsent(page, { email: `${newLastName().toLowerCase()}@example.org` })
  await page.goto(`/clinic/consents/new?draft=${consentId}`)
  const asked = page.getByText('Ask first: these answers may stop the treatment')
  await expect(asked).toBeVisible()
  await page.getByRole('button', { name: 'Show link / QR' }).click()
  const summary = page.getByRole('alert').first()
  await summary.getByRole('link', { name: /Ask these questions first/ }).click()
  await expect(page.getByRole('checkbox', { name: 'Not asked yet: send anyway' })).toBeFocused()
  await sendUnasked(page)
  await expectAccessible(page)

  // On the page of the draft they are named as it is sent.
  await page.goto(`/clinic/consents/${consentId}`)
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  const question = page.getByRole('alertdialog', { name: 'Ask first: these answers may stop the treatment' })
  await expect(question).toContainText('?')
  await expectDialogAccessible(page)
  await question.getByRole('button', { name: 'Go back and ask' }).click()
  await expect(question).toHaveCount(0)
  expect((await read<{ status: string }>(page, `consents/${consentId}`)).status).toBe('draft')
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  await question.getByRole('button', { name: 'Not asked yet: send anyway' }).click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/; \d+ questions? not asked yet/).first()).toBeVisible()
  await page.getByText('Questions not asked').first().click()
  await expect(page.getByRole('listitem').filter({ hasText: /\?$/ }).first()).toBeVisible()
  await expectAccessible(page)
})
