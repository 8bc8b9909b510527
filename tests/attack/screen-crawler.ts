import { chromium, type Browser, type BrowserContext, type Page, type Request } from '@playwright/test'
import { findChromium, testBrowserArgs } from '../../tools/system-programs.ts'

/** What happened on a page that nobody meant to happen, and what it showed. */
export type PageVisit = { path: string; alarms: string[]; text: string }

export type ScreenCrawler = {
  /** Opens pages one after another as somebody with these cookies; several at a time. */
  visit(cookies: Record<string, string>, paths: readonly string[]): Promise<PageVisit[]>
  close(): Promise<void>
}

/** Pages that are open at the same time. */
const at_once = 3
/** Limits against hanging, far above what a loaded machine needs: of a page until it rests, and of one answer of it. */
const page_ms_max = 120_000
const answer_ms_max = 60_000

/** What would be of the page if a text had become markup, and whether a script of it ran. */
const collectPageTextScript = `({
  alive: [...document.querySelectorAll('[id^=hostile-], [onerror], [onload], img[src=x], iframe:not([src="/try-consent"]), object, embed, base')]
    .map((one) => one.outerHTML.slice(0, 200)),
  text: document.body.innerText + ' ' + document.title + ' ' +
    [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' ') + ' ' +
    [...document.querySelectorAll('[aria-label], [alt], [title]')]
      .map((one) => [one.getAttribute('aria-label'), one.getAttribute('alt'), one.title].join(' ')).join(' '),
  links: [...document.querySelectorAll('a[href]')].map(({ href }) => href)
    .filter((href) => /^(javascript|data|vbscript):|evil\\.example/i.test(href)),
})`

/** Opens what the browser itself folds up, of which many may be open; whether there was any. */
const openDetailsScript = `(() => {
  const closed = [...document.querySelectorAll('details:not([open])')]
  for (const details of closed) details.open = true
  return closed.length > 0
})()`

/** Opens the next part that is folded up and was not opened before; whether there was one. */
const expandNextScript = `(() => {
  const fold = document.querySelector('main [aria-expanded=false]:not([aria-haspopup], [data-was-opened])')
  fold?.setAttribute('data-was-opened', '')
  fold?.click()
  return fold !== null
})()`
/** Of what folds up on a page, so much is opened: more than there is on any. */
const expansions_max = 100

/** React holds what has come back by a timer of 300 ms, to show several parts at once: ours is set later and ends later. */
const debounce_ms = 350
/**
 * Whether the page says that it is busy, once its other work is done. Frames and idle time are not waited for: a page
 * behind another may never get any.
 */
const isBusy = `new Promise((resolve) => setTimeout(() => scheduler.postTask(() =>
  resolve(document.querySelector('.animate-spin, [aria-busy=true]') !== null), { priority: 'background' }), ${debounce_ms}))`

/** What is answered within the limit; else an error that names what was waited for. */
async function withTimeout<T>(answer: Promise<T>, waitedFor: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no answer in ${answer_ms_max / 1000} s: ${waitedFor}`)
    timer = setTimeout(() => reject(error), answer_ms_max)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Of a stream of news and of a video nobody waits for the end. */
const streamingResourceTypes = new Set(['eventsource', 'media'])

/** Waits until a page has its heading, does not say that it is busy, and neither asks for more nor waits for answers. */
function waitForIdle(page: Page): () => Promise<void> {
  const unanswered = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    if (streamingResourceTypes.has(request.resourceType())) return
    unanswered.add(request)
    asked++
  })
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return async () => {
    await page.locator('h1').first().waitFor({ timeout: page_ms_max })
    const until = Date.now() + page_ms_max
    while (Date.now() < until) {
      const before = asked
      const busy = (await withTimeout(page.evaluate<boolean>(isBusy), 'its rest')) || unanswered.size > 0
      if (!busy && asked === before) return
    }
    throw new Error(`never came to rest: ${[...unanswered].map((request) => request.url())}`)
  }
}

async function visitPage(page: Page, url: string): Promise<PageVisit> {
  const alarms: string[] = []
  page.on('dialog', async (dialog) => {
    alarms.push(`opened a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) alarms.push(message.text().slice(0, 300))
  })
  page.on('pageerror', (error) => alarms.push(`failed: ${error.message.slice(0, 300)}`))
  page.on('response', (answer) => {
    // A part that was not answered shows nothing of what it holds.
    if (answer.status() === 429 || answer.status() >= 500)
      alarms.push(`was answered ${answer.status()}: ${new URL(answer.url()).pathname}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url()))
      alarms.push(`asked ${request.url().slice(0, 200)}`)
  })
  const rested = waitForIdle(page)
  type Looked = { alive: string[]; text: string; links: string[] }
  const found: Looked = { alive: [], text: '', links: [] }
  /** Adds what the page shows now, once it has come to rest. */
  async function lookWell(): Promise<void> {
    await rested()
    if (await withTimeout(page.evaluate<boolean>(openDetailsScript), 'its details')) await rested()
    const { alive, text, links } = await withTimeout(
      page.evaluate<Looked>(collectPageTextScript),
      'what it shows',
    )
    found.alive.push(...alive)
    found.text += ` ${text}`
    found.links.push(...links)
  }
  try {
    await page.goto(url, { timeout: page_ms_max })
    await lookWell()
    // One that opens may close another: each is looked at when it is open.
    const unfold = () => withTimeout(page.evaluate<boolean>(expandNextScript), 'its next fold')
    for (let folds = 0; folds < expansions_max && (await unfold()); folds++) await lookWell()
  } catch (error) {
    alarms.push(`was not seen: ${String(error).slice(0, 300)}`)
  }
  const { alive, text, links } = found
  return {
    path: new URL(url).pathname,
    alarms: [
      ...new Set([
        ...alarms,
        ...alive.map((one) => `holds ${one}`),
        ...links.map((one) => `leads to ${one}`),
      ]),
    ],
    text,
  }
}

/** A browser that asks for nothing by itself; close it. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: testBrowserArgs,
    ...(executablePath && { executablePath }),
  })
}

/** Chromium on the pages of the product at this address. */
export async function startCrawler(address: string): Promise<ScreenCrawler> {
  const browser = await startBrowser()

  async function goThrough(context: BrowserContext, left: string[], seen: PageVisit[]): Promise<void> {
    const page = await withTimeout(context.newPage(), 'a page')
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      seen.push(await visitPage(page, address + path))
      // What is still under way there is not the next one's.
      await withTimeout(page.goto('about:blank'), `the end of ${path}`)
      page.removeAllListeners()
    }
  }

  return {
    async visit(cookies, paths) {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      await context.addCookies(
        Object.entries(cookies).map(([name, value]) => ({ name, value, url: `${address}/` })),
      )
      const [left, seen]: [string[], PageVisit[]] = [[...paths], []]
      await Promise.all(Array.from({ length: at_once }, () => goThrough(context, left, seen)))
      await withTimeout(context.close(), 'the end of a visit')
      return seen
    },
    close: () => browser.close(),
  }
}
