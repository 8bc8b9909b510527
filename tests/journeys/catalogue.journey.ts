import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, sendUnasked, test as base } from './journey.ts'
import { linkFor, tokenOf } from './sent-mails.ts'
import { ask, newPerson } from './people.ts'

type Practice = {
  /** The browser of somebody who owns a new practice, has no GDC number, and has adopted nothing. */
  owner: Page
  /** The browser of a dentist on their staff, who manages templates. */
  dentist: Page
}

const dentistWithNumber = 'Noor Sato (GDC 271905)'
const drafted = 'Drafted from published guidance, awaiting your clinic’s clinical approval.'

const test = base.extend<Practice>({
  owner: async ({ page }, use) => {
    const { email, firstName, lastName, password } = newPerson()
    await ask(page.request, 'registration', { email, as: 'practice' })
    const token = tokenOf(await linkFor(email, '/register'))
    const practice = { name: `${lastName} Dental`, phone: '01632 960999', timeZone: 'Europe/London' }
    await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
    await use(page)
  },
  dentist: async ({ owner, phone }, use) => {
    const { email, password } = newPerson()
    await ask(owner.request, 'clinic/staff', {
      ...{ email, firstName: 'Noor', lastName: 'Sato', role: 'clinic_staff', permissionLevel: 3 },
      ...{ permissions: {}, isClinician: true, jobTitle: 'Dentist', gdcNumber: '271905' },
      ...{ loginHoursRestricted: false, loginHours: {} },
    })
    const token = tokenOf(await linkFor(email, '/register'))
    await ask(phone.request, 'registration/finish', { token, firstName: 'Noor', lastName: 'Sato', password })
    await use(phone)
  },
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function idOf({ request }: Page, name: string): Promise<string> {
  const answer = await request.get(`/api/clinic/catalogue?search=${encodeURIComponent(name)}`)
  const { rows } = (await answer.json()) as { rows: { templateId: string; name: string }[] }
  return rows.find((listed) => listed.name === name)!.templateId
}

/** A draft of this template for a new patient, with all that its text asks for. */
async function makeDraft(page: Page, templateId: string): Promise<string> {
  const { request } = page
  const patient = await ask<{ id: string }>(request, 'clinic/patients', {
    ...{ firstName: 'Robin', lastName: 'Ash', dateOfBirth: '1975-09-30' },
  })
  const clinicians = (await (await request.get('/api/clinic/clinicians')).json()) as { id: string }[]
  const { id } = await ask<{ id: string }>(request, 'clinic/consents', {
    ...{ patientId: patient.id, clinicianId: clinicians[0]!.id, diagnosis: 'Decay' },
    items: [
      {
        ...{ templateId, teeth: ['36'] },
        placeholders: {
          price: '£120',
          individualRisks: 'none',
          prognosis: 'good',
          reason: 'it protects the tooth',
        },
      },
    ],
  })
  return id
}

test('who is no registered clinician sees the catalogue and is told who adopts', async ({ owner }) => {
  await owner.goto('/clinic')
  await owner.getByRole('link', { name: 'Template catalogue' }).click()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Template catalogue')
  await expect(owner.getByText('Only a clinician with a GDC number')).toBeVisible()
  await expect(owner.getByRole('checkbox')).toHaveCount(0)
  await expect(owner.getByRole('row').nth(1)).toContainText('Not adopted')
  await expect(owner.getByRole('row').nth(1)).toContainText(/\d\.\d years/)
  await expectAccessible(owner)
  await owner.getByRole('link', { name: /^Adopted/ }).click()
  await expect(owner.getByText('No templates found. Try adjusting your search or filters.')).toBeVisible()
})

test('a dentist adopts a whole treatment type, and others by name', async ({ dentist }) => {
  await dentist.goto('/clinic/catalogue?type=Urgent+Care')
  await button(dentist, 'Adopt all Urgent Care templates').click()
  await expect(dialog(dentist)).toContainText('as Noor Sato, GDC 271905')
  await expect(dialog(dentist)).toContainText('you have read the current version')
  await expectDialogAccessible(dentist)
  await button(dentist, 'Adopt as Noor Sato').click()
  await expect(dialog(dentist)).toHaveCount(0)
  await expect(dentist.getByText('templates adopted for your practice.')).toBeVisible()
  await expect(dentist.getByText('All Urgent Care templates are adopted.')).toBeVisible()
  await expect(row(dentist, 'Antibiotic Prescription')).toContainText(dentistWithNumber)

  await dentist.goto('/clinic/catalogue?type=Dental+Crown')
  await expectAccessible(dentist)
  await dentist.getByRole('checkbox', { name: 'Select Porcelain Crown' }).check()
  await expect(dentist.getByText('1 selected')).toBeVisible()
  await button(dentist, 'Adopt selected').click()
  await expect(dialog(dentist)).toContainText('Adopt “Porcelain Crown”?')
  await button(dentist, 'Adopt as Noor Sato').click()
  await expect(row(dentist, 'Porcelain Crown')).toContainText(dentistWithNumber)
  await expect(dentist.getByRole('checkbox', { name: 'Select Porcelain Crown' })).toHaveCount(0)
})

test('an adoption is given and withdrawn on the template’s page', async ({ dentist }) => {
  await dentist.goto(`/clinic/templates/${await idOf(dentist, 'Simple Extraction')}`)
  await expect(dentist.getByText(drafted)).toBeVisible()
  await button(dentist, 'Adopt this wording').click()
  await button(dentist, 'Adopt as Noor Sato').click()
  await expect(dentist.getByText(`was adopted for your practice: ${dentistWithNumber}`)).toBeVisible()
  await expectAccessible(dentist)
  await button(dentist, 'Withdraw adoption').click()
  const confirm = dialog(dentist).getByRole('button', { name: 'Withdraw adoption' })
  await confirm.click()
  await expect(dialog(dentist)).toContainText('Enter a reason')
  await expectDialogAccessible(dentist)
  await dialog(dentist).getByLabel('Reason').fill('We want to look at it again')
  await confirm.click()
  await expect(dentist.getByText(drafted)).toBeVisible()
})

test('wording that nobody adopted is sent by whoever confirms it, and the record says so', async ({
  dentist,
}) => {
  const consentId = await makeDraft(dentist, await idOf(dentist, 'Composite Filling'))
  await dentist.goto(`/clinic/consents/new?draft=${consentId}`)
  const box = dentist.getByRole('checkbox', {
    name: 'I have read this wording and it is right for this patient',
  })
  await expect(dentist.getByText('Nobody in your practice has adopted this wording yet.')).toBeVisible()
  // This patient has no address: only what can work is offered, and what is missing is said before anybody tries.
  await expect(dentist.getByText(/^This patient has no e-mail address/)).toBeVisible()
  await expect(dentist.getByRole('link', { name: 'Add an e-mail address' })).toHaveAttribute(
    'href',
    /\/clinic\/patients\/[\w-]+\/edit$/,
  )
  await expect(button(dentist, /^Send by/)).toHaveCount(0)
  await button(dentist, 'Show link / QR').click()
  const summary = dentist.getByRole('alert')
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Confirm that you have read this wording' }).click()
  await expect(box).toBeFocused()
  await expectAccessible(dentist)

  // The same on the page of the draft.
  await dentist.goto(`/clinic/consents/${consentId}`)
  await expect(dentist.getByText(/^This patient has no e-mail address/)).toBeVisible()
  await expect(button(dentist, 'Send by e-mail')).toHaveCount(0)
  await button(dentist, 'Send as link or QR code').click()
  await expect(dentist.getByRole('alert')).toContainText('Confirm that you have read this wording')
  await expectAccessible(dentist)

  await dentist.goto(`/clinic/consents/new?draft=${consentId}`)
  await box.check()
  await sendUnasked(dentist)
  await button(dentist, 'Show link / QR').click()
  await expect(dialog(dentist)).toBeVisible()
  await dentist.goto(`/clinic/consents/${consentId}`)
  await expect(
    dentist.getByText(`Read and confirmed for this patient by ${dentistWithNumber} on`),
  ).toBeVisible()
  await expect(dentist.getByText('not adopted by the practice')).toBeVisible()
})
