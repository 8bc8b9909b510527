import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import { findChromium } from '../system-programs.ts'

export type AuditedPage = { name: string; url: string; headers?: Record<string, string> }
/** The least mark of each category that is asked, of 100. */
export type MinimumScores = Record<string, number>

/** Prints what Lighthouse says of pages on a phone, the median of some runs; answers which marks were missed. */
export async function auditPages(
  address: string,
  { pages, least, runs }: { pages: readonly AuditedPage[]; least: MinimumScores; runs: number },
): Promise<string[]> {
  const categories = Object.keys(least)
  const chromePath = findChromium()
  const browser = await launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })

  async function marksOf({ url, headers }: AuditedPage): Promise<MinimumScores> {
    const flags: Flags = {
      port: browser.port,
      onlyCategories: categories,
      logLevel: 'error',
      ...(headers ? { extraHeaders: headers } : {}),
    }
    const { lhr } = (await lighthouse(address + url, flags))!
    for (const { id, title, score } of Object.values(lhr.audits))
      if (score !== null && score < 0.9 && lhr.audits[id]!.scoreDisplayMode === 'binary')
        console.error(`${url}: ${title}`)
    return Object.fromEntries(
      categories.map((name) => [name, Math.round(lhr.categories[name]!.score! * 100)]),
    )
  }

  const failures: string[] = []
  const table = []
  for (const page of pages) {
    const marks: MinimumScores[] = []
    for (let run = 0; run < runs; run++) marks.push(await marksOf(page))
    const medians: MinimumScores = {}
    for (const name of categories) {
      const median = marks.map((mark) => mark[name]!).toSorted((one, other) => one - other)[
        Math.floor(runs / 2)
      ]!
      medians[name] = median
      if (median < least[name]!) failures.push(`${page.name}: ${name} ${median} of ${least[name]}`)
    }
    table.push({ page: page.name, ...medians })
  }
  console.table(table)
  browser.kill()
  return failures
}
