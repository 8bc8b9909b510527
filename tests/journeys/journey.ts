import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Cookie,
  type Locator,
  type Page,
} from '@playwright/test'
import type axe from 'axe-core'
import { enterSharedCode } from './authenticator-app.ts'
import { overlappingTextsScript } from './overlapping-texts.ts'

export type Account = {
  role: string
  permissionLevel: number | null
  clinic: string | null
  email: string
  username?: string
  password: string
  name: string
  /** Of those who must have an authenticator app. */
  totpSecret?: string
}
export type Demo = {
  address: string
  accounts: Account[]
  patientLink: { url: string; dateOfBirth: string; patientName: string }
}

const readDemo = (): Demo =>
  JSON.parse(readFileSync(path.join(process.env.JOURNEY_DATA!, 'demo.json'), 'utf8')) as Demo

/** An address that hardly any other browser of the stories says that it comes from: tries are counted by address. */
export const uniqueIpAddress = () => ({
  'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`,
  'x-real-ip': '',
})

/** A limit against hanging: a machine that does other things besides is busy for some seconds. */
const busy_answers_max = 30
/** Far below what maintenance asks a caller to wait. */
const busy_seconds_max = 10

/**
 * Asks again while the product answers that it has too much to do, as its pages do: how busy a machine is, is no story.
 * Every way to ask, `post` and `get` and the others, goes by `fetch`.
 */
function askAgainWhileBusy(request: APIRequestContext): void {
  const fetchOnce = request.fetch.bind(request)
  request.fetch = async (...asked) => {
    for (let busyAnswers = 0; ; busyAnswers++) {
      const answer = await fetchOnce(...asked)
      const seconds = Number(answer.headers()['retry-after'] ?? Infinity)
      const isBusy = answer.status() === 503 && seconds <= busy_seconds_max
      if (!isBusy || busyAnswers === busy_answers_max) return answer
      await sleep(seconds * 1000)
    }
  }
}

type JourneyFixtures = {
  demo: Demo
  /** The browser of the demo person with this first name, signed in already: where signing in is not the story. */
  signIn(page: Page, firstName: string): Promise<void>
  /** Signs in through the screen, and is where that leads. */
  signInOnScreen(page: Page, firstName: string): Promise<void>
  /** A browser of somebody else, which is closed with the story: what stays open is in the way of stories after it. */
  openBrowser(options?: BrowserContextOptions): Promise<Page>
  /** A browser of somebody else: a patient's phone. */
  phone: Page
}

const desktopViewport = { width: 1280, height: 860 }
const phoneViewport = { width: 390, height: 844 }

/** Journeys begin with a browser that comes from an address of its own. */
export const test = base.extend<JourneyFixtures>({
  extraHTTPHeaders: async ({}, use) => use(uniqueIpAddress()),
  context: async ({ context }, use) => {
    askAgainWhileBusy(context.request)
    await use(context)
  },
  request: async ({ request }, use) => {
    askAgainWhileBusy(request)
    await use(request)
  },
  demo: async ({}, use) => use(readDemo()),
  signIn: async ({ demo }, use) =>
    use((page, firstName) => signInByApi(page, demoAccountOf(demo, firstName))),
  signInOnScreen: async ({ demo }, use) =>
    use(async (page, firstName) => {
      const { email, password, totpSecret } = demoAccountOf(demo, firstName)
      await page.goto('/login')
      await fillSignIn(page, email, password)
      if (totpSecret) await enterSharedCode(totpSecret, (code) => enterCode(page, code))
      await expect(page).toHaveURL(/\/(clinic|admin)/)
    }),
  openBrowser: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ extraHTTPHeaders: uniqueIpAddress(), ...options })
      askAgainWhileBusy(context.request)
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
  phone: async ({ openBrowser, viewport }, use) => {
    const own = viewport!.width < desktopViewport.width ? viewport : phoneViewport
    await use(await openBrowser({ viewport: own, hasTouch: true }))
  },
})

/** The demo person with this first name. */
export const demoAccountOf = ({ accounts }: Demo, firstName: string): Account =>
  accounts.find(({ name }) => name.startsWith(firstName))!

/**
 * What stands for a browser that this account is not asked for a code on again. Each installation remembers its own:
 * some stories open another one, whose demo has the same people.
 */
const trustedDeviceFile = ({ email }: Account, { host }: URL) =>
  path.join(process.env.JOURNEY_DATA!, `remembered-device-of-${email}-at-${host.replace(':', '-')}.json`)

/**
 * Signs in through the API. The product takes a code of an app once, so that all stories together could sign an
 * administrator in once in thirty seconds: the first asks to be remembered on its browser, the others come with that.
 */
export async function signInByApi(page: Page, account: Account): Promise<void> {
  const { email, password, totpSecret } = account
  const send = (path: string, data: object) => page.request.post(`/api/${path}`, { data })
  const installation = new URL((await page.request.get('/healthz')).url())
  const file = trustedDeviceFile(account, installation)
  if (existsSync(file)) await page.context().addCookies(JSON.parse(readFileSync(file, 'utf8')) as Cookie[])
  const answer = await send('sign-in', { login: email, password })
  expect(answer.ok(), `signing in answered ${answer.status()}`).toBe(true)
  const { step } = (await answer.json()) as { step: string }
  if (step === 'open') return
  expect(step, `what is asked of ${email}, who has an app, besides the password`).toBe('second-factor')
  expect(totpSecret, `the secret of the app of ${email}`).toBeDefined()
  await enterSharedCode(totpSecret!, async (code) =>
    (await send('sign-in/second-factor', { code, kind: 'app', remember: true })).ok(),
  )
  const cookies = await page.context().cookies(new URL('/api', installation).href)
  // Whole at once: other stories read it meanwhile.
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, JSON.stringify(cookies.filter(({ name }) => name.endsWith('device'))))
  renameSync(unfinished, file)
}

/** Waits until the page answers what is sent from a form: what a browser posts before that is answered in words. */
const expectHydrated = (field: Locator): Promise<void> =>
  expect.poll(() => field.evaluate((node) => Object.hasOwn(node.closest('form') ?? {}, '__a'))).toBe(true)

/** Gives a name and a password on the page that asks for them. */
export async function fillSignIn(page: Page, login: string, password: string): Promise<void> {
  const name = page.getByLabel('E-mail address or username')
  await expectHydrated(name)
  await name.fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Types a new password once the page knows what it must be: until then the server alone judges it. */
export async function fillNewPassword(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: 'At least 12 characters' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(password)
}

/** Gives a code on the page that asks for the second factor; whether it was right. */
async function enterCode(page: Page, code: string): Promise<boolean> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  const answered = page.waitForResponse('**/api/sign-in/second-factor')
  await page.getByRole('button', { name: 'Continue' }).click()
  return (await answered).ok()
}

/** Signs out where the navigation says so. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation' })
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(menu.or(logout).filter({ visible: true })).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await logout.click()
  await expect(page).toHaveURL(/\/login/)
}

export type SentConsent = { consentId: string; url: string; dateOfBirth: string; lastName: string }

const dateOfBirth = '1975-09-30'

/** Asks for something to be done, as the person signed in on this page. */
export async function callApi<T>(page: Page, path: string, data: object): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request.post(`/api/clinic/${path}`, { data, headers })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

/** A name that no other journey gives. */
export const newLastName = () => `Journey-${randomUUID().slice(0, 8)}`

/** A consent of a new patient as a draft that can be sent, made through the API; its id. `reading`: in which language and form. */
export async function draftConsent(
  page: Page,
  {
    email = '',
    phone = '',
    firstName = 'Robin',
    lastName = newLastName(),
    plan = {} as object,
    reading = {},
  } = {},
): Promise<string> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`/api/clinic/${path}`)).json()) as T
  const patient = await callApi<{ id: string }>(page, 'patients', {
    firstName,
    lastName,
    dateOfBirth,
    email,
    phone,
  })
  const templates = await read<{ rows: { id: string; name: string }[] }>(
    'templates?search=Composite&owner=platform&pageSize=100',
  )
  const filling = templates.rows.find(({ name }) => name === 'Composite Filling')!
  const [clinician] = await read<{ id: string }[]>('clinicians')
  const { id } = await callApi<{ id: string }>(page, 'consents', {
    patientId: patient.id,
    clinicianId: clinician!.id,
    items: [
      {
        templateId: filling.id,
        teeth: ['36'],
        placeholders: {
          price: '£120',
          individualRisks: 'none',
          prognosis: 'good',
          reason: 'it protects the tooth',
        },
      },
    ],
    diagnosis: 'Decay',
    ...plan,
    ...reading,
  })
  return id
}

/** Chooses a treatment in the search of a form, and waits until the form asks what its text needs. */
export async function chooseTreatment(
  page: Page,
  name: string,
  within: Page | Locator = page,
): Promise<void> {
  await within.getByRole('combobox', { name: 'Treatment' }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name} `) })
    .first()
    .click()
  await expect(within.getByRole('group', { name: /^Tooth/ }).first()).toBeVisible()
  await expect(within.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Writes what a text asks for, besides the usual values that are offered for it. */
export async function writeDetail(within: Page | Locator, label: string, value: string): Promise<void> {
  const write = within.getByRole('button', { name: `Write: ${label}`, exact: true })
  if (await write.isVisible()) await write.click()
  await within.getByLabel(label, { exact: true }).fill(value)
}

/** Opens a part of a form that stands folded to its line. */
export const openRow = (page: Page, label: string): Promise<void> =>
  page.locator('summary').filter({ hasText: label }).click()

/** Says on a form that what should be asked first is not, and that it is sent anyway. */
export const sendUnasked = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: 'Not asked yet: send anyway' }).check()

type Planned = { templateId: string; teeth: string[] }

/** Asks a patient what may stop these treatments: no, each time. */
export async function answerHistory(page: Page, patientId: string, treatments: Planned[]): Promise<void> {
  const { today } = (await (await page.request.get('/api/clinic/appointments')).json()) as { today: string }
  const { questions } = await callApi<{ questions: { factor: string; severity: string }[] }>(
    page,
    `patients/${patientId}/risks`,
    { day: today, treatments },
  )
  const facts = questions
    .filter(({ severity }) => severity === 'stop')
    .map(({ factor }) => ({ factor, answer: 'no' }))
  const answer = await page.request.put(`/api/clinic/patients/${patientId}/history`, {
    data: { version: 0, source: 'patient', facts },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A consent of a new patient, sent and with a link: made through the API as the person signed in on this page. */
export async function sendConsent(
  page: Page,
  { email = '', phone = '', plan = {} as object, reading = {} } = {},
): Promise<SentConsent> {
  const lastName = newLastName()
  const consentId = await draftConsent(page, { email, phone, lastName, plan, reading })
  const confirmed = { wordingConfirmed: true, unaskedAcknowledged: true }
  await callApi(page, `consents/${consentId}/send`, { by: email ? 'email' : 'link', ...confirmed })
  const { url } = await callApi<{ url: string }>(page, `consents/${consentId}/links`, {})
  return { consentId, url, dateOfBirth, lastName }
}

/** Opens a link and goes on to the page where the statements are confirmed. */
export async function readToTheEnd(phone: Page, { url, dateOfBirth }: SentConsent): Promise<void> {
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await readForm(phone)
}

/** From the summary past what matters, which nobody has to say, to the first part. */
export async function startReading(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Start reading' }).click()
  await phone.getByRole('button', { name: 'Skip this for now' }).click()
}

/** What a form begins with that says what is planned for whom. */
export const planPartTitle = 'What is planned for you'

/** Reads a form that is open, part by part, up to the statements. */
export async function readForm(phone: Page, parts: readonly string[] = consentParts): Promise<void> {
  await startReading(phone)
  for (const part of parts) {
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(part)
    await phone.getByRole('button', { name: /Continue|I have read this/ }).click()
  }
  await skipQuestions(phone)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Before you sign')
}

/** Goes past the questions about what was read, which are offered. */
export const skipQuestions = (phone: Page): Promise<void> =>
  phone.getByRole('button', { name: 'Go on without these questions' }).click()

/** Confirms every statement and goes on to the signature. */
export async function confirmEverything(phone: Page): Promise<void> {
  const heading = phone.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Before you sign')
  for (const box of await phone.getByRole('checkbox').all()) await box.check()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(heading).toHaveText('Sign your consent')
}

/** Draws one stroke in the signature's field. */
export async function drawSignature(page: Page): Promise<void> {
  const field = page.locator('canvas')
  await field.scrollIntoViewIfNeeded()
  const box = (await field.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + box.height / 2)
  await page.mouse.down()
  for (let step = 1; step <= 30; step++) {
    await page.mouse.move(box.x + 30 + step * 6, box.y + box.height / 2 + Math.sin(step / 3) * 30)
  }
  await page.mouse.up()
}

/** Draws one stroke with a finger. */
export async function drawWithFinger(phone: Page): Promise<void> {
  const field = phone.locator('canvas')
  await field.scrollIntoViewIfNeeded()
  const box = (await field.boundingBox())!
  const finger = await phone.context().newCDPSession(phone)
  // The finger takes its time and rests before it is lifted: Chromium takes a lift in full motion for a swipe, and the
  // next touch for the one that ends its run-out, not for a press.
  const [began, steps, rest_seconds] = [Date.now() / 1000, 20, 2]
  const touch = (type: 'touchStart' | 'touchMove', step: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      timestamp: began + step / steps,
      touchPoints: [{ x: box.x + 20 + step * 5, y: box.y + 60 + Math.cos(step / 4) * 25 }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= steps; step++) await touch('touchMove', step)
  await finger.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    timestamp: began + 1 + rest_seconds,
    touchPoints: [],
  })
  await finger.detach()
}

/** Opens one part of a consent's page, by what it is called there. */
export async function openSection(page: Page, label: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of this consent' })
  const link = parts.getByRole('link', { name: label, exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

export const consentParts = [
  'Treatment Description',
  'Risks and Complications',
  'Benefits',
  'Alternatives',
  'Aftercare Instructions',
  'No Treatment',
]

/** Base UI's own hidden tab stops around a popup are not content. */
const focus_guards = '[data-base-ui-focus-guard]'

const dialogs = '[role=dialog], [role=alertdialog]'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The shortest form of it: every page that is looked at reads it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type WindowWithAxe = { axe?: Pick<typeof axe, 'run'> }

/** One for each page, which ends with it: one that is detached takes a story's virtual authenticator with it. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Runs a long script as it is: a page's own way to evaluate quotes it twice, which takes longer than running it. */
async function evaluateSource(page: Page, source: string): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page))
  const session = await sessions.get(page)!
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${source};0` })
  expect(exceptionDetails?.text).toBeUndefined()
}

/** Axe itself comes into a page once, however often it looks, and tells of nothing but what there is to mend. */
async function expectNoAxeViolations(page: Page, within?: string): Promise<void> {
  expect(page.frames(), 'axe is not put into frames').toHaveLength(1)
  // A list that is being asked for again is dimmed meanwhile.
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await evaluateSource(page, axeSource)
  const context = { exclude: [focus_guards], ...(within && { include: [within] }) }
  const found = await page.evaluate(
    async ({ looked, runOnly }) => {
      const { run } = (globalThis as WindowWithAxe).axe!
      const { violations } = await run(looked, { runOnly, resultTypes: ['violations'] })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
    },
    { looked: context, runOnly: rules },
  )
  expect(found).toEqual([])
}

/** Asked again: what a screen does for another width it does a moment later. */
const expectNoOverlaps = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate<string[]>(overlappingTextsScript), 'texts that lie over each other')
    .toEqual([])

/**
 * Axe finds nothing to mend on the page, once it has come far enough to have its heading, and nothing is wider than the
 * narrowest phone. Where a story is told in one window alone, axe looks at the page as a phone or a desk shows it too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // From its top: a button that has gone half under a bar that stays is no small target.
  await page.locator('html').evaluate((html) => html.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  const own = page.viewportSize()!
  if (base.info().project.name === 'desktop') {
    await page.setViewportSize(own.width < desktopViewport.width ? desktopViewport : phoneViewport)
    await expectNoAxeViolations(page)
  }
  await page.setViewportSize({ ...own, width: 320 })
  const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(beyond, 'pixels of the page are beyond the narrowest phone').toBe(0)
  await expectNoOverlaps(page)
  await page.setViewportSize(own)
}

/** Axe finds nothing to mend in the dialog that is open, once it has come up; what is behind it is hidden from all. */
export async function expectDialogAccessible(page: Page): Promise<void> {
  await expect(page.locator(dialogs)).toHaveCSS('opacity', '1')
  await expectNoAxeViolations(page, dialogs)
  await expectNoOverlaps(page)
}

/** Fills a birth date's three fields. */
export async function fillBirthDate(page: Page, date: string): Promise<void> {
  const [year, month, day] = date.split('-') as [string, string, string]
  await page.getByLabel('Day', { exact: true }).fill(String(Number(day)))
  await page.getByLabel('Month', { exact: true }).fill(String(Number(month)))
  await page.getByLabel('Year', { exact: true }).fill(year)
}

export { expect }
