import { loadavg } from 'node:os'
import { launch, type LaunchedChrome } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import { findChromium } from '../system-programs.ts'

export type AuditedPage = { name: string; url: string; headers?: Record<string, string> }
/** The least mark of each category that is asked, of 100. */
export type MinimumScores = Record<string, number>

/** What one run of one page may take: ten times what it does on a busy machine. */
const run_seconds_max = 120

/** The only mark that differs from run to run; the others are counted once. */
const timed = 'performance'

function launchBrowser(): Promise<LaunchedChrome> {
  const chromePath = findChromium()
  return launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
}

async function scoresOf(
  address: string,
  { page: { url, headers }, categories, port }: { page: AuditedPage; categories: string[]; port: number },
): Promise<MinimumScores> {
  const flags: Flags = {
    port,
    onlyCategories: categories,
    logLevel: 'error',
    ...(headers ? { extraHeaders: headers } : {}),
  }
  const { lhr } = (await lighthouse(address + url, flags))!
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  for (const { id, title, score } of Object.values(lhr.audits))
    if (score !== null && score < 0.9 && lhr.audits[id]!.scoreDisplayMode === 'binary')
      console.error(`${url}: ${title}`)
  return Object.fromEntries(categories.map((name) => [name, Math.round(lhr.categories[name]!.score! * 100)]))
}

/** The same, but not for longer than it may take. */
async function scoresInTime(...asked: Parameters<typeof scoresOf>): Promise<MinimumScores> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`did not end within ${run_seconds_max} s`)
    timer = setTimeout(() => reject(error), run_seconds_max * 1000)
  })
  try {
    return await Promise.race([scoresOf(...asked), late])
  } finally {
    clearTimeout(timer)
  }
}

const median = (scores: readonly number[]): number =>
  scores.toSorted((one, other) => one - other)[Math.floor(scores.length / 2)]!

/**
 * Prints what Lighthouse says of pages on a phone, each as it is judged, with its time and the machine's load: the median
 * of some runs. Answers which marks were missed, and which pages could not be judged.
 */
export async function auditPages(
  address: string,
  { pages, least, runs }: { pages: readonly AuditedPage[]; least: MinimumScores; runs: number },
): Promise<string[]> {
  let browser = await launchBrowser()
  const failures: string[] = []
  const table = []
  for (const page of pages) {
    const begun = Date.now()
    const scores: MinimumScores[] = []
    try {
      for (let run = 0; run < runs; run++) {
        const categories = Object.keys(least).filter((name) => run === 0 || name === timed)
        scores.push(await scoresInTime(address, { page, categories, port: browser.port }))
      }
    } catch (err) {
      failures.push(`${page.name}: ${(err as Error).message}`)
      console.error(failures.at(-1))
      // What has not ended would go on beside the next page.
      browser.kill()
      browser = await launchBrowser()
      continue
    }
    const medians = { ...scores[0]!, [timed]: median(scores.map((score) => score[timed]!)) }
    for (const [name, score] of Object.entries(medians))
      if (score < least[name]!) failures.push(`${page.name}: ${name} ${score} of ${least[name]}`)
    const seconds = Math.round((Date.now() - begun) / 1000)
    const row = { page: page.name, ...medians, seconds, load: Number(loadavg()[0]!.toFixed(1)) }
    console.error(JSON.stringify(row))
    table.push(row)
  }
  console.table(table)
  browser.kill()
  return failures
}
