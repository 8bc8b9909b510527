/**
 * `npm run verify -- file …`: checks sealed PDFs, evidence bundles and daily digests as the page in each bundle does. Ends
 * with 0 where all are unchanged, 1 where one was changed, 2 where one is nothing of ours or cannot be read.
 */
import { readFile } from 'node:fs/promises'
import { checkFile } from '../verification/file-check.ts'
import type { Verdict } from '../verification/check-result.ts'

const exitCodeByOutcome = { unchanged: 0, changed: 1, 'not-ours': 2 } as const satisfies Record<
  Verdict['outcome'],
  number
>

/** The verdict as lines for a terminal: the sentence, what was found, what the file says of itself. */
const formatVerdict = (file: string, { says, findings, facts }: Verdict): string[] => [
  `${file}: ${says}`,
  ...findings.map(({ title, path, problem }) => `  - ${title} (${path}): ${problem}`),
  ...facts.map(({ label, value }) => `    ${label}: ${value}`),
]

async function verify(file: string): Promise<number> {
  try {
    const verdict = await checkFile(new Uint8Array(await readFile(file)))
    console.log(formatVerdict(file, verdict).join('\n'))
    return exitCodeByOutcome[verdict.outcome]
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`)
    return 2
  }
}

const files = process.argv.slice(2)
if (files.length === 0) console.error('Name the files to check: npm run verify -- evidence.zip')
const statuses = await Promise.all(files.map(verify))
process.exitCode = statuses.length === 0 ? 2 : Math.max(...statuses)
