import { randomUUID } from 'node:crypto'
import { callApi, demoAccountOf, expect, expectAccessible, fillSignIn, test } from './journey.ts'

test('a practice system opens a new consent for a dentist, who signs in on the way; nobody else is let in, nor a second time', async ({
  page,
  request,
  demo,
  signIn,
  openBrowser,
  baseURL,
}) => {
  await signIn(page, 'Amara')
  const made = await callApi<{ secret: string }>(page, 'api-keys', {
    name: `Launch ${randomUUID().slice(0, 8)}`,
    scopes: ['patients:write', 'launches:create'],
  })
  const headers = { authorization: `Bearer ${made.secret}` }
  const identifier = `demo|${randomUUID()}`
  const lastName = `Quill ${randomUUID().replaceAll(/[^a-f]/g, '')}`
  const saved = await request.put(`/api/v1/patients/${encodeURIComponent(identifier)}`, {
    headers,
    data: { firstName: 'Ottoline', lastName, dateOfBirth: '1988-04-02' },
  })
  expect(saved.ok()).toBe(true)
  const tom = demoAccountOf(demo, 'Tom')
  const answer = await request.post('/api/v1/launches', {
    headers,
    data: { open: 'consent', patientIdentifier: identifier, staffEmail: tom.email },
  })
  const { url } = (await answer.json()) as { url: string }
  expect(new URL(url).origin).toBe(baseURL)

  // Amara is signed in, and it is not hers.
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('made for another member of staff')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the dashboard' }).press('Enter')
  await expect(page).toHaveURL(/\/clinic$/)

  const desk = await openBrowser()
  await desk.goto(url)
  await fillSignIn(desk, tom.email, tom.password)
  await expect(desk).toHaveURL(/\/clinic\/consents\/new\?patient=/)
  await expect(desk.getByRole('combobox', { name: 'Patient' })).toHaveValue(`Ottoline ${lastName}`)

  await desk.goto(url)
  await expect(desk.getByRole('alert')).toContainText('used already or has expired')
  expect(desk.url()).not.toContain('#')
})
