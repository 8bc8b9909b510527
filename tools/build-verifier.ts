import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'vite'

const area = join(import.meta.dirname, '../web/areas/verifier')

/**
 * Builds the page that checks evidence without us: one file that holds its style and script, and whose policy lets
 * nothing else in and nothing out. It goes into every bundle, so it must open from a disk.
 */
export async function buildVerifier({ file }: { file: string }): Promise<void> {
  const [frame, style, script] = await Promise.all([
    readFile(join(area, 'verifier-page.html'), 'utf8'),
    readFile(join(area, 'verifier-page.css'), 'utf8'),
    buildScript(),
  ])
  const policy = `default-src 'none'; script-src ${cspHashOf(script)}; style-src ${cspHashOf(style)}; base-uri 'none'; form-action 'none'`
  const values: Record<string, string> = { policy, style, script }
  // Without the space around them: a policy names a piece with every character of it.
  const page = frame.replaceAll(/\s*%(policy|style|script)%\s*/g, (_whole, name: string) => values[name]!)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page)
}

/** What a policy calls an inline piece. */
const cspHashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function buildScript(): Promise<string> {
  const output = await build({
    configFile: false,
    root: area,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: {
        entry: join(area, 'verifier-page.ts'),
        formats: ['iife'],
        name: 'verifier',
        fileName: 'verifier',
      },
    },
  })
  const [bundle] = [output].flat()
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined
  if (!chunk) throw new Error('The verifier page was not built')
  return chunk.code.replaceAll('</script', '<\\/script')
}
