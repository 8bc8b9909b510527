import { randomUUID } from 'node:crypto'
import {
  callApi,
  expect,
  expectAccessible,
  expectDialogAccessible,
  sendConsent,
  test,
  openSection,
} from './journey.ts'

test('a practice administrator makes a key, another program reads with it, and loses it', async ({
  page,
  request,
  signIn,
}) => {
  const name = `Bridge ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings')
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose what it can read or do')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Consents', { exact: true }).check()
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(secret).toMatch(/^cand_/)
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(name).first()).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  const headers = { authorization: `Bearer ${secret}` }
  const read = () => request.get('/api/fhir/Consent?_count=1', { headers })
  expect((await (await read()).json()) as object).toMatchObject({ resourceType: 'Bundle' })
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toHaveCount(0)
  expect((await read()).status()).toBe(401)
})

test('webhooks are added, looked through, switched off and removed', async ({ page, signIn }) => {
  const name = `Hook ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings/connections?tab=webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Address').fill('https://192.168.1.10/hook')
  await page.getByLabel('Withdrawn', { exact: true }).check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('not a private network address')).toBeVisible()
  await expectDialogAccessible(page)
  await page.getByLabel('Address').fill('https://hooks.example.org/candour')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name }).click()
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: 'All webhooks' })
    .or(page.getByRole('link', { name: 'All webhooks' }))
    .click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Switch off')
  await expect(page.getByRole('row', { name }).getByText('Switched off')).toBeVisible()
  await choose('Remove')
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText(name, { exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByText('No folder set up')).toBeVisible()
  await expectAccessible(page)
})

test('somebody says who a patient is whose details contradict the record, and what a code means', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, 'Amara')
  const unique = randomUUID().slice(0, 8)
  const key = { name: `Sender ${unique}`, scopes: ['patients:write'], days: 30 }
  const { secret } = await callApi<{ secret: string }>(page, 'api-keys', key)
  const person = { firstName: 'Ada', lastName: `Before-${unique}`, dateOfBirth: '1961-03-14' }
  for (const lastName of [person.lastName, `After-${unique}`]) {
    const sent = { data: { ...person, lastName }, headers: { authorization: `Bearer ${secret}` } }
    expect((await request.put(`/api/v1/patients/${unique}`, sent)).ok()).toBe(true)
  }
  await page.goto('/clinic/settings/connections?tab=patients')
  const row = page.getByRole('row', { name: `Ada After-${unique}` })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: `Same patient: Ada Before-${unique}` }).click()
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Update patient' }).click()
  await expect(row).toHaveCount(0)

  const code = { code: `C-${unique}`, label: 'Examination', templateId: null }
  expect((await page.request.put('/api/clinic/treatment-codes', { data: code })).ok()).toBe(true)
  await page.goto('/clinic/settings/connections?tab=codes')
  await expect(page.getByRole('row', { name: `C-${unique}` })).toBeVisible()
  await expectAccessible(page)
})

test('a clinical note is made of what was sent; connections are for those who run the practice', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { consentId } = await sendConsent(page)
  await page.goto(`/clinic/consents/${consentId}`)
  await openSection(page, 'Documents and evidence')
  await page.getByRole('button', { name: 'Create note' }).click()
  await expect(page.getByRole('region', { name: 'The note' })).toContainText('Not signed (sent)')
  await expect(page.getByRole('button', { name: 'Copy note' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/clinic/settings/connections')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Connections')
})

test('a webhook that a program asked for is looked at and switched on', async ({ page, request, signIn }) => {
  await signIn(page, 'Amara')
  const unique = randomUUID().slice(0, 8)
  const key = await callApi<{ key: { id: string }; secret: string }>(page, 'api-keys', {
    ...{ name: `Asker ${unique}`, scopes: ['subscriptions:request'], days: 30 },
  })
  const asked = await request.post('/api/fhir/Subscription', {
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/fhir+json' },
    data: JSON.stringify({
      ...{ resourceType: 'Subscription', status: 'requested', reason: `Recall ${unique}` },
      criteria: 'Consent?status=active',
      channel: { type: 'rest-hook', endpoint: 'https://hooks.example.org/fhir' },
    }),
  })
  expect(asked.status()).toBe(201)
  await page.goto('/clinic/settings/connections?tab=webhooks')
  await expect(page.getByText(`Webhook requested by API key Asker ${unique}`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Review request from Asker ${unique}` }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('https://hooks.example.org/fhir')
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Switch on' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: `Recall ${unique}` }).getByText('Working')).toBeVisible()
  await page.getByRole('button', { name: `Actions for Recall ${unique}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Switch off' })).toBeVisible()
  // With its key revoked it is off, and stays so.
  expect((await page.request.delete(`/api/clinic/api-keys/${key.key.id}`)).ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('row', { name: `Recall ${unique}` }).getByText('Switched off')).toBeVisible()
  await page.getByRole('button', { name: `Actions for Recall ${unique}` }).click()
  await expect(page.getByRole('menuitem', { name: 'New secret' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Switch/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText(`Recall ${unique}`, { exact: true })).toHaveCount(0)
})
