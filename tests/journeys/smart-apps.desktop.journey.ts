import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { callApi, expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const callback = 'https://app.example.org/callback'

test('an app is registered, opened at a patient, allowed, and reads that patient; a second one is declined', async ({
  page,
  request,
  signIn,
}) => {
  const name = `Viewer ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings/connections?tab=apps')
  await page.getByRole('button', { name: 'Register app' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose what it can read')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Launch address').fill('https://app.example.org/launch')
  await dialog.getByLabel('Redirect addresses').fill(callback)
  await dialog.getByLabel('Consents', { exact: true }).check()
  await dialog.getByLabel('Name, birth date and NHS number').check()
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: 'Register app' }).press('Enter')
  const clientId = await page.getByRole('textbox', { name: `Client ID of ${name}` }).inputValue()
  await expectAccessible(page)

  // The app itself, which nobody serves: it asks as SMART App Launch has it, and is answered at its address.
  const verifier = randomBytes(32).toString('base64url')
  const asked = (launchUrl: string) => {
    const { searchParams } = new URL(launchUrl)
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 'a state' },
      ...{
        scope: 'launch patient/*.read',
        aud: searchParams.get('iss')!,
        launch: searchParams.get('launch')!,
      },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return `/clinic/smart-authorization?${query}`
  }
  await page.route('https://app.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The app</title>' }),
  )
  const lastName = `Quill ${randomUUID().replaceAll(/[^a-f]/g, '')}`
  const person = { firstName: 'Ottoline', lastName, dateOfBirth: '1988-04-02' }
  const patient = await callApi<{ id: string }>(page, 'patients', person)

  await page.goto(`/clinic/patients/${patient.id}`)
  await page.getByRole('button', { name: `Open in ${name}` }).press('Enter')
  await page.waitForURL(/app\.example\.org\/launch/)
  await page.goto(asked(page.url()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Allow ${name} to read this patient’s record?`,
  )
  await expect(page.getByRole('heading', { name: `Ottoline ${lastName}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  await page.waitForURL(/app\.example\.org\/callback/)
  const answer = new URL(page.url()).searchParams
  expect(answer.get('state')).toBe('a state')
  const exchanged = await request.post('/api/smart/token', {
    form: {
      ...{ grant_type: 'authorization_code', code: answer.get('code')!, client_id: clientId },
      ...{ redirect_uri: callback, code_verifier: verifier },
    },
  })
  const token = (await exchanged.json()) as { access_token: string; patient: string }
  expect(token.patient).toBe(patient.id)
  const headers = { authorization: `Bearer ${token.access_token}` }
  const read = await request.get(`/api/fhir/Patient/${patient.id}`, { headers })
  expect((await read.json()) as object).toMatchObject({ name: [{ family: lastName }] })

  // Which apps there are may be unknown: the record is shown all the same.
  const offered = '**/api/clinic/smart-apps/offered'
  await page.route(offered, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/clinic/patients/${patient.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
  await expect(page.getByRole('button', { name: `Open in ${name}` })).toHaveCount(0)
  await page.unroute(offered)
  const listed = '**/api/clinic/smart-apps'
  await page.route(listed, (route) => route.fulfill({ status: 500, json: {} }))
  const failed = page.waitForResponse(
    (answer) => answer.url().endsWith('/smart-apps') && answer.status() === 500,
  )
  await page.goto('/clinic/settings/connections')
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections')
  await page.unroute(listed)
  await page.goto(`/clinic/patients/${patient.id}`)
  await page.getByRole('button', { name: `Open in ${name}` }).click()
  await page.waitForURL(/app\.example\.org\/launch/)
  const again = asked(page.url())
  await page.goto(again)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(/app\.example\.org\/callback\?.*error=access_denied/)
  await page.goto(again)
  await expect(page.getByRole('alert')).toContainText('opened already or has expired')
  await expectAccessible(page)

  await page.goto('/clinic/settings/connections?tab=apps')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  expect((await request.get(`/api/fhir/Patient/${patient.id}`, { headers })).status()).toBe(401)
})
