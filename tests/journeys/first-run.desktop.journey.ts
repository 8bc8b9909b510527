import type { Page } from '@playwright/test'
import { addPasskeyDevice } from './passkey-device.ts'
import {
  chooseTreatment,
  confirmEverything,
  consentParts,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  planPartTitle,
  readForm,
  sendUnasked,
  test as base,
  uniqueIpAddress,
  writeDetail,
} from './journey.ts'
import { startIsolatedInstallation, openMailServer } from './isolated-installation.ts'

type FirstRun = {
  post: Awaited<ReturnType<typeof openMailServer>>
  installation: Awaited<ReturnType<typeof startIsolatedInstallation>>
}

/** Each story has an installation of its own, which nobody has set up. */
const test = base.extend<FirstRun>({
  post: async ({}, use) => {
    const post = await openMailServer()
    await use(post)
    await post.close()
  },
  installation: async ({}, use) => {
    const installation = await startIsolatedInstallation()
    await use(installation)
    await installation.close()
  },
  page: async ({ browser, installation, viewport }, use) => {
    const { address: baseURL } = installation
    const context = await browser.newContext({ baseURL, viewport, extraHTTPHeaders: uniqueIpAddress() })
    await use(await context.newPage())
    await context.close()
  },
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const password = 'a stable of correct horses'
const birthDate = '1984-07-16'

/** What this dentist enters for this patient, by the form's labels. */
const details = {
  Diagnosis: 'Decay',
  Price: '£120',
  Prognosis: 'good',
  'Why recommended': 'it protects the tooth',
  'Risks for this patient': 'none that we know of',
}

async function enterToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Set-up token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function createSuperAdmin(page: Page, token: string): Promise<void> {
  const device = await addPasskeyDevice(page)
  await page.goto('/setup')
  await expect(heading(page)).toHaveText('Set up this installation')
  await enterToken(page, token)
  await expect(heading(page)).toHaveText('Create the first super administrator')
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Ines Vogel')
  await page.getByLabel('E-mail address').fill('ines@candour.example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create super administrator' }).click()
  await expect(heading(page)).toHaveText('Set up your second factor')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Set up the app' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await expect(heading(page)).toHaveText('Your practice')
  await device.remove()
}

async function fillPracticeStep(page: Page): Promise<void> {
  await page.getByLabel('Practice name').fill('Mill Lane Dental')
  await page.getByLabel('Address', { exact: true }).fill('4 Mill Lane\nExeter\nEX1 1AA')
  await page.getByLabel('Practice phone').fill('01632 960417')
  await page.getByLabel('Nation').selectOption('Wales')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byrne')
  await page.getByLabel('E-mail address').fill('ada@mill-lane.example.org')
  await page.getByLabel('GDC number').fill('204417')
}

async function configureMail(page: Page, port: number): Promise<void> {
  await expect(heading(page)).toHaveText('E-mail')
  await expectAccessible(page)
  await page.getByLabel('Mail server').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(port))
  await page.getByLabel('Use TLS from the start').uncheck()
  await page.getByLabel('User name').fill('practice')
  await page.getByLabel(/^Password/).fill('another word')
  await page.getByLabel('Sender address').fill('Mill Lane Dental <consent@mill-lane.example.org>')
  await page.getByLabel('Send a test message to').fill('ines@candour.example.org')
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('alert')).toContainText('Test failed, nothing saved')
  await expect(page.getByRole('alert')).toContainText('Check the user name and the password')
  await expectAccessible(page)
  await page.getByLabel(/^Password/).fill('post word')
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByText('Messages are now sent by this server.')).toBeVisible()
  await expect(page.getByText('The mail server accepted the test message.')).toBeVisible()
  await expectAccessible(page)
}

test('an empty installation is set up, and its first practice gets its first consent signed', async ({
  page,
  phone,
  post,
  installation,
}) => {
  await test.step('Given the set-up token, a super administrator is made and sets up a passkey', () =>
    createSuperAdmin(page, installation.setupToken()))

  await test.step('When the practice is entered, a reload loses nothing', async () => {
    await expect(heading(page)).toHaveText('Your practice')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create practice' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter the name of the practice')
    await fillPracticeStep(page)
    await page.reload()
    await expect(page.getByLabel('Practice name')).toHaveValue('Mill Lane Dental')
    await page.getByLabel('E-mail address').fill('ines@candour.example.org')
    await page.getByRole('button', { name: 'Create practice' }).click()
    await expect(page.getByRole('alert')).toContainText('An account with this email already exists')
    await expectAccessible(page)
    await page.getByLabel('E-mail address').fill('ada@mill-lane.example.org')
    await page.getByRole('button', { name: 'Create practice' }).click()
  })

  await test.step('And the mail server is tried for real, and kept once it works', async () => {
    await configureMail(page, post.port)
    expect(post.received.map(({ to }) => to)).toEqual(['ines@candour.example.org'])
  })

  await test.step('And one can go back, and come back to where one was', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('Practice created')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(page)).toHaveText('E-mail')
    expect(await page.content()).not.toContain('post word')
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('And storage and payments are skipped, knowing what that means', async () => {
    await expect(heading(page)).toHaveText('File storage')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await expect(heading(page)).toHaveText('Payments')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter the secret key')
    await page.reload()
    await expect(heading(page)).toHaveText('Payments')
    await page.getByRole('button', { name: 'Skip this step' }).click()
  })

  const invitation = await test.step('Then it is finished, and the administrator is invited', async () => {
    await expect(heading(page)).toHaveText('Finish')
    await expect(page.getByText('set up and tested')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(heading(page)).toHaveText('Your installation is ready')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show the registration link' }).click()
    await expect(page.getByLabel('Registration link')).toHaveValue(/\/register#/)
    await expectAccessible(page)
    await expect.poll(() => post.received.map(({ to }) => to)).toContain('ada@mill-lane.example.org')
    return page.getByLabel('Registration link').inputValue()
  })

  await test.step('And the administrator registers', async () => {
    await page.goto('/setup')
    await expect(heading(page)).toHaveText('Your installation is ready')
    await page.goto(invitation)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('otter lamp under a wharf')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/clinic$/)
    await expectAccessible(page)
  })

  const link = await test.step('And makes a consent for a patient', async () => {
    await page.goto('/clinic/patients/new')
    await page.getByLabel('First name').fill('Wren')
    await page.getByLabel('Last name').fill('Castle')
    await fillBirthDate(page, birthDate)
    await page.getByRole('button', { name: 'Add patient' }).click()
    await expect(heading(page)).toContainText('Wren Castle')
    await page.getByRole('link', { name: 'New consent' }).first().click()
    await chooseTreatment(page, 'Composite Filling')
    await page.getByRole('checkbox', { name: /lower right first molar/i }).check()
    for (const [label, value] of Object.entries(details)) await writeDetail(page, label, value)
    await page.getByLabel('I have read this wording and it is right for this patient').check()
    await sendUnasked(page)
    await page.getByRole('button', { name: 'Show link / QR' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    return page.getByRole('dialog').getByRole('textbox').inputValue()
  })

  await test.step('Which the patient opens on a phone, reads and signs', async () => {
    await phone.goto(link)
    await fillBirthDate(phone, birthDate)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await readForm(phone, [planPartTitle, ...consentParts])
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Wren Castle')
    await drawSignature(phone)
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(heading(phone)).toHaveText('Your consent is signed')
    await expectAccessible(phone)
  })

  await test.step('And it stands as signed, also after the server was started again', async () => {
    await installation.restart()
    await page.goto('/clinic/consents')
    await expect(page.getByRole('row', { name: /Wren Castle/ })).toContainText('Signed')
  })
})

test('whoever runs an installation tests it, and sees what the library would change', async ({
  page,
  installation,
}) => {
  await createSuperAdmin(page, installation.setupToken())
  await expect(heading(page)).toHaveText('Your practice')
  await fillPracticeStep(page)
  await page.getByRole('button', { name: 'Create practice' }).click()
  await expect(heading(page)).toHaveText('E-mail')

  await test.step('Every part is checked, and what is not set is no error', async () => {
    await page.goto('/setup/test')
    await expect(heading(page)).toHaveText('Test this installation')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Test all services' }).click()
    const part = (name: string) => page.getByRole('region', { name })
    await expect(part('Database')).toContainText('all migrations are applied')
    await expect(part('Job queue')).toContainText('A test job was queued and completed.')
    await expect(part('E-mail')).toContainText('Not set')
    await expect(page.getByText('All configured services work.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('A test patient is made, kept apart, and removed', async () => {
    await page.goto('/setup/test-patient-creation')
    await expect(heading(page)).toHaveText('Test adding a patient')
    await expect(page.getByText('None. Test patients stay here')).toBeVisible()
    await page.getByRole('button', { name: 'Add and check' }).click()
    await expect(page.getByText('Another practice cannot see it')).toBeVisible()
    await expect(page.getByText('search finds it')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove Test Patient/ }).click()
    await expect(page.getByText('The test patient was removed')).toBeVisible()
    await expect(page.getByText('None. Test patients stay here')).toBeVisible()
  })

  await test.step('And a template that was edited here is compared with what is shipped', async () => {
    const listed = await page.request.get('/api/admin/templates?search=Composite&pageSize=100')
    const { rows } = (await listed.json()) as { rows: { id: string; name: string }[] }
    const filling = rows.find(({ name }) => name === 'Composite Filling')!
    await page.goto(`/admin/consents/${filling.id}/edit`)
    await page.getByLabel('Description').fill('Our own words about a white filling.')
    await page.getByRole('button', { name: 'Update Template' }).click()
    await expect(page).toHaveURL(/tab=templates/)
    await page.goto('/setup/update-templates')
    await expect(heading(page)).toHaveText('Update the templates')
    await expect(page.getByText('No updates to import')).toBeVisible()
    await expect(page.getByText('1 edited here')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Compare Composite Filling' }).click()
    await expect(page.getByRole('deletion').filter({ hasText: 'Our own words about' })).toBeVisible()
    await expectAccessible(page)
  })
})
