import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillSignIn,
  readToTheEnd,
  sendConsent,
  test,
} from './journey.ts'
import { allMessagesTo, linkFor, tokenOf } from './sent-mails.ts'
import { ask } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

type Administrator = { email: string; firstName: string; lastName: string; password: string }

/** Names that no other journey gives. */
function newPractice(): { name: string; administrator: Administrator } {
  const [part, secret] = randomUUID().split('-') as [string, string]
  const administrator = {
    email: `lena-${part}@example.org`,
    firstName: 'Lena',
    lastName: `Journey-${part}`,
    password: `otter lamp ${secret} wharf`,
  }
  return { name: `Quayside ${part}`, administrator }
}

/** Registers with the invitation that was mailed, and is signed in on this page then. */
async function register(page: Page, { email, firstName, lastName, password }: Administrator): Promise<void> {
  const token = tokenOf(await linkFor(email, '/register'))
  await ask(page.request, 'registration/finish', { token, firstName, lastName, password })
}

/** A practice that Rowan adds, whose administrator has registered and is signed in on that page. */
async function addPractice(
  rowan: Page,
  staff: Page,
): Promise<{ id: string } & ReturnType<typeof newPractice>> {
  const practice = newPractice()
  const { password: _password, ...administrator } = practice.administrator
  const { id } = await ask<{ id: string }>(rowan.request, 'admin/clinics', {
    name: practice.name,
    phone: '01632 960700',
    email: 'desk@example.org',
    nation: 'england',
    timeZone: 'Europe/London',
    plan: 'growth',
    trialUntil: null,
    administrator,
  })
  await register(staff, practice.administrator)
  return { id, ...practice }
}

/** Makes whoever is signed in here a clinician, which a practice of one needs to make a consent out. */
async function becomeClinician(page: Page): Promise<void> {
  type Staff = { rows: ({ id: string } & Record<string, unknown>)[] }
  const { rows } = (await (await page.request.get('/api/clinic/staff')).json()) as Staff
  const person = { ...rows[0]!, jobTitle: 'Dentist', isClinician: true, gdcNumber: '281734' }
  await ask(page.request, `clinic/staff/${rows[0]!.id}`, person, 'patch')
}

test('a practice is added, its first administrator is invited, registers and signs in', async ({
  page,
  phone,
  signIn,
}) => {
  const { name, administrator } = newPractice()
  await signIn(page, 'Rowan')
  await page.goto('/admin/clinics')
  await expect(heading(page)).toHaveText('Practice Directory')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add practice' }).first().click()
  await expect(heading(page)).toHaveText('Add practice')

  await page.getByRole('button', { name: 'Add practice and send invitation' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Enter the name of the practice')
  await expectAccessible(page)

  await page.getByLabel('Name of the practice').fill(name)
  await page.getByLabel(/^Address/).fill('2 Cliff Road\nWhitby')
  await page.getByLabel(/^Phone/).fill('01632 960700')
  await page.getByLabel('E-mail address of the practice').fill('desk@example.org')
  await page.getByLabel('Nation').selectOption('Wales')
  await page.getByLabel('Plan', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Last day of a trial').fill('2099-01-31')
  await page.getByLabel('First name').fill(administrator.firstName)
  await page.getByLabel('Last name').fill(administrator.lastName)
  await page.getByLabel('Their e-mail address').fill('rowan@candour.example')
  await page.getByRole('button', { name: 'Add practice and send invitation' }).click()
  await expect(summary).toContainText('does not belong to an existing account')
  await page.getByLabel('Their e-mail address').fill(administrator.email)
  await page.getByRole('button', { name: 'Add practice and send invitation' }).click()
  await expect(heading(page)).toHaveText(name)
  await expect(page.getByText('Growth, trial until 31 Jan 2099', { exact: true })).toBeVisible()
  const person = page.getByRole('row', { name: new RegExp(administrator.lastName) })
  await expect(person).toContainText('Invited')
  await expect(person).toContainText('Owner')
  await expectAccessible(page)

  await phone.goto(await linkFor(administrator.email, '/register'))
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByLabel('Password', { exact: true }).fill(administrator.password)
  await phone.getByRole('button', { name: 'Create account' }).click()
  await expect(phone).toHaveURL(/\/clinic$/)

  await page.goto('/admin/clinics')
  await page.getByRole('searchbox', { name: 'Search practices' }).fill(name)
  // The list asks a moment after typing stops; a press before that would be overtaken by it.
  await expect(page).toHaveURL(/[?]q=Quayside/)
  await page.getByRole('link', { name }).click()
  await expect(person).toContainText('Active')
  await expect(person).toContainText('Today')

  await page.goto(`/admin/clinics?q=${encodeURIComponent(name)}&status=suspended`)
  await expect(page.getByText('No practice matches')).toBeVisible()
  await expectAccessible(page)
})

test('a practice is suspended: its staff are out, its patient signs all the same, and it ends', async ({
  openBrowser,
  page,
  phone,
  signIn,
}) => {
  const staff = await openBrowser({ viewport: page.viewportSize() })
  await signIn(page, 'Rowan')
  const { id, name, administrator } = await addPractice(page, staff)
  await becomeClinician(staff)
  const sent = await sendConsent(staff)
  await staff.goto('/clinic')
  await expect(staff).toHaveURL(/\/clinic$/)

  await page.goto(`/admin/clinics/${id}/edit`)
  await expect(heading(page)).toHaveText('Edit practice')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend: ${name}` })
  await expect(dialog).toContainText('All staff are signed out immediately')
  await expect(dialog).toContainText('Patients can still open their links, read, sign')
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason')
  await dialog.getByLabel('Reason').fill('Two invoices are unpaid')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('The practice is suspended now.')).toBeVisible()

  await staff.reload()
  await expect(staff).toHaveURL(/\/login/)
  await fillSignIn(staff, administrator.email, administrator.password)
  await expect(staff.getByRole('alert')).toContainText('Clinic account is suspended')

  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill(`Robin ${sent.lastName}`)
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')

  await page.goto(`/admin/clinics/${id}`)
  await expect(page.getByRole('region', { name: 'Actions taken' })).toContainText('Two invoices are unpaid')
  await expectAccessible(page)
  await page.goto(`/admin/clinics/${id}/consents`)
  await expect(page.getByRole('row').filter({ hasText: 'Signed' }).last()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(sent.lastName)
  await expectAccessible(page)

  await page.goto(`/admin/clinics/${id}/edit`)
  await page.getByRole('button', { name: 'Make active' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Both were paid')
  await page.getByRole('dialog').getByRole('button', { name: 'Make active' }).click()
  await expect(page.getByText('The practice is active now.')).toBeVisible()
  await expect
    .poll(
      async () =>
        (await allMessagesTo(administrator.email)).filter((mail) =>
          /was suspended|is active again/.test(mail),
        ).length,
    )
    .toBe(2)
  await fillSignIn(staff, administrator.email, administrator.password)
  await expect(staff).toHaveURL(/\/clinic/)
})

test('a practice is handed to another administrator, who hands it back', async ({
  openBrowser,
  page,
  signIn,
}) => {
  const [staff, other] = [
    await openBrowser({ viewport: page.viewportSize() }),
    await openBrowser({ viewport: page.viewportSize() }),
  ]
  await signIn(page, 'Rowan')
  const { id, administrator } = await addPractice(page, staff)
  const heir = { ...newPractice().administrator, firstName: 'Noor' }

  await page.goto(`/admin/clinics/${id}`)
  await page.getByRole('button', { name: 'Invite administrator' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite administrator' })
  await inviting.getByLabel('First name').fill(heir.firstName)
  await inviting.getByLabel('Last name').fill(heir.lastName)
  await inviting.getByLabel('Their e-mail address').fill(heir.email)
  await inviting.getByLabel('Reason').fill('A second pair of hands')
  await expectDialogAccessible(page)
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`An invitation is on its way to ${heir.email}.`)).toBeVisible()
  await register(other, heir)

  await page.reload()
  await page.getByRole('button', { name: 'Change owner' }).click()
  const changing = page.getByRole('dialog', { name: 'Change owner' })
  await changing.getByLabel('New owner').selectOption({ label: `Noor ${heir.lastName}, ${heir.email}` })
  await changing.getByLabel('Reason').fill('The practice was sold')
  await expectDialogAccessible(page)
  await changing.getByRole('button', { name: 'Change owner' }).click()
  await expect(page.getByText('The practice is owned by')).toContainText(`Noor ${heir.lastName}`)
  await expect
    .poll(async () => (await allMessagesTo(heir.email)).some((mail) => mail.includes('is now the owner')))
    .toBe(true)

  await other.goto('/clinic/settings?section=security')
  await other.getByRole('button', { name: 'Transfer ownership' }).click()
  const handing = other.getByRole('dialog', { name: 'Transfer ownership' })
  await handing.getByLabel('New owner').selectOption({ label: `Lena ${administrator.lastName}` })
  await handing.getByLabel('Reason').fill('We agreed otherwise')
  await expectDialogAccessible(other)
  await handing.getByRole('button', { name: 'Transfer' }).click()
  await expect(other.getByText('Only the owner can transfer ownership.')).toBeVisible()
  await expectAccessible(other)
})
