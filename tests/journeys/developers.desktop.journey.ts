import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { actionScopes } from '../../contract/integration-scopes.ts'
import { expect, expectAccessible, test } from './journey.ts'

type PageWords = { sections: { id: string; steps?: { text: string; code: string }[] }[] }
const words = JSON.parse(
  readFileSync(new URL('../../content/pages/developers.json', import.meta.url), 'utf8'),
) as PageWords

/** The code of a section of the page, as it stands there. */
const codeOf = (id: string): string[] =>
  words.sections.find((section) => section.id === id)!.steps!.map(({ code }) => code)

const callsIn = (script: string): number => script.match(/\bcurl /g)?.length ?? 0

test('the commands of the quick start create, send and fetch a consent, and its record once it is signed', async ({
  page,
  request,
  signIn,
  baseURL,
}) => {
  await signIn(page, 'Amara')
  await page.goto('/clinic/settings/connections')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Quick start')
  const actions = page.getByRole('group', { name: 'Permissions' }).getByRole('checkbox')
  await expect(actions).toHaveCount(actionScopes.length)
  for (const action of await actions.all()) await action.check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()

  // Everything but the first block, which says where the demo is and what the key is.
  const [setup, ...commands] = codeOf('quick-start')
  expect(setup).toMatch(/^export CANDOUR_URL=.*\nexport CANDOUR_KEY=.*$/)
  const script = commands.join('\necho\n')
  expect(callsIn(script)).toBe(5)
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-quick-start-'))
  const run = async (text: string, more: Record<string, string> = {}) => {
    const env = { ...process.env, CANDOUR_URL: baseURL!, CANDOUR_KEY: key, ...more }
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], {
      env,
      cwd: folder,
    })
    return stdout.trim().split('\n').filter(Boolean)
  }
  const [patient, consentId, sent, link, fetched] = await run(script)
  expect(JSON.parse(patient!)).toMatchObject({ outcome: 'created', identifier: 'demo|1042' })
  expect(JSON.parse(sent!)).toMatchObject({
    id: consentId,
    status: 'sent',
    preparedBy: 'Quick start (API key)',
  })
  expect(JSON.parse(fetched!)).toMatchObject({
    id: consentId,
    status: 'sent',
    clinician: { name: 'Tom Hughes' },
  })

  // The patient signs, as the page says.
  const accessToken = String((JSON.parse(link!) as { url: string }).url.split('/').at(-1))
  const verified = await request.post(`/api/patient/links/${accessToken}/verification`, {
    data: { dateOfBirth: '1988-04-02' },
  })
  expect(verified.ok()).toBe(true)
  const shown = (await (await request.get(`/api/patient/consents/${consentId}`)).json()) as {
    contentHash: string
    content: { statements: string[] }
  }
  const signed = await request.post(`/api/patient/consents/${consentId}/signature`, {
    headers: { 'idempotency-key': 'quick-start-signature' },
    data: {
      contentHash: shown.contentHash,
      name: 'Ottilie Marchbanks',
      signerRole: 'patient',
      confirmed: shown.content.statements.map((_statement, index) => index),
      mark: { kind: 'typed', typed: 'Ottilie Marchbanks' },
    },
  })
  expect(await signed.json()).toMatchObject({ status: 'signed' })
  const headers = { authorization: `Bearer ${key}` }
  const recordStatus = async () =>
    (await request.get(`/api/v1/consents/${consentId}/record`, { headers })).status()
  await expect.poll(recordStatus).toBe(200)
  await run(codeOf('record').join('\n'), { CONSENT: consentId! })
  expect((await readFile(path.join(folder, 'record.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await readFile(path.join(folder, 'evidence.zip'))).subarray(0, 2).toString()).toBe('PK')
})

test('developers read how to connect, and the reference that is drawn from the description', async ({
  page,
}) => {
  await page.goto('/developers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers')
  await expect(page.locator('pre').first()).toContainText('CANDOUR_KEY')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Candour API, version 1')
  await expect(page.getByText('/api/v1/consents/{consentId}/record')).toBeVisible()
  await expect(page.getByText('/api/clinic/')).toHaveCount(0)
})

test('the code that verifies a webhook accepts what was signed, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-webhook-'))
  const file = path.join(folder, 'verify.mjs')
  await writeFile(file, codeOf('webhooks').join('\n'))
  const { isFromCandour } = (await import(pathToFileURL(file).href)) as {
    isFromCandour(secret: string, headers: Record<string, string>, body: string): boolean
  }
  const key = randomBytes(32)
  const [secret, body, seconds] = [
    `whsec_${key.toString('base64')}`,
    '{"type":"consent.signed"}',
    String(Math.floor(Date.now() / 1000)),
  ]
  const sign = (of: string) => `v1,${createHmac('sha256', key).update(of).digest('base64')}`
  const headers = (signature: string, at = seconds) => ({
    ...{ 'webhook-id': 'one', 'webhook-timestamp': at, 'webhook-signature': signature },
  })
  const good = sign(`one.${seconds}.${body}`)
  expect(isFromCandour(secret, headers(good), body)).toBe(true)
  expect(isFromCandour(secret, headers(`v1,AAAA ${good}`), body)).toBe(true)
  expect(isFromCandour(secret, headers(good), `${body} `)).toBe(false)
  expect(isFromCandour(`whsec_${randomBytes(32).toString('base64')}`, headers(good), body)).toBe(false)
  const old = String(Number(seconds) - 3600)
  expect(isFromCandour(secret, headers(sign(`one.${old}.${body}`), old), body)).toBe(false)
})
