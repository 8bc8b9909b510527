import { randomUUID } from 'node:crypto'
import {
  confirmEverything,
  demoAccountOf,
  expect,
  expectAccessible,
  readToTheEnd,
  sendConsent,
  signInByApi,
  test,
  openSection,
} from './journey.ts'
import { countSteps, tellSteps } from './step-count.ts'

test('a consent offers what can be done with it now, and says who can do the rest', async ({
  page,
  phone,
  signIn,
  demo,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  const address = `/clinic/consents/${sent.consentId}`
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await phone.getByLabel('Type my name').check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')

  await test.step('A manager without a GDC number is told who countersigns', async () => {
    await signInByApi(page, demoAccountOf(demo, 'Siân'))
    await page.goto(address)
    await expect(page.getByText('A clinician has to countersign this')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Countersign' })).toHaveCount(0)
    await expectAccessible(page)
    const ask = page.getByRole('button', { name: 'Ask for countersignature' })
    const steps = countSteps(page)
    await steps.choose(ask)
    tellSteps('a clinician is asked to countersign', steps, 5)
    await expect(page.getByText('Tom Hughes is asked to countersign.')).toBeVisible()
    await expect(page.getByText('A clinician has been asked. See the tasks.')).toBeVisible()
    await expect(ask).toHaveCount(0)
    await expectAccessible(page)
    await page.goto(`/clinic/sign-consent/${sent.consentId}`)
    await expect(page.getByText('Only a clinician with a GDC number can countersign.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Countersign' })).toHaveCount(0)
  })

  await test.step('The dentist is offered it, and the links say what they open', async () => {
    await signInByApi(page, demoAccountOf(demo, 'Tom'))
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Countersign' })).toBeVisible()
    const answer = await page.request.get(`/api${address}/tasks`)
    expect(await answer.json()).toMatchObject([
      { kind: 'countersign', status: 'open', assignedTo: { name: 'Tom Hughes' } },
    ])
    await openSection(page, 'Messages and links')
    const links = page.getByRole('region', { name: 'Links' })
    await expect(links.getByText(/^Read only until/).first()).toBeVisible()
    await openSection(page, 'After treatment')
    await expect(page.getByRole('button', { name: 'Treatment done' })).toBeVisible()
  })

  await test.step('Once it is withdrawn, nothing is done on it any more', async () => {
    const answer = await page.request.post(`/api${address}/withdrawal`, {
      data: { reason: 'Phoned to say so' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(answer.ok()).toBe(true)
    await page.reload()
    await expect(page.getByText('Reason given: “Phoned to say so”')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Treatment done' })).toHaveCount(0)
    await openSection(page, 'Messages and links')
    const links = page.getByRole('region', { name: 'Links' })
    await expect(links.getByText(/^Read only until/).first()).toBeVisible()
    await expect(links.getByRole('button', { name: 'E-mail a new link' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Treatment done' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Countersign' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Hand over' })).toHaveCount(0)
    await expectAccessible(page)
  })
})
