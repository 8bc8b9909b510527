// Runs as a process of its own, started by `typesetter.ts`: `typesetter-child.ts <workspace> <font file>...`.
// The compiler is native code working on people's words; a crash, a hang or a leak ends here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { TimedStep } from '../tracing/spans.ts'
import type { TypesetterResponse, TypesetterRequest } from './typesetter.ts'

// Results that none of so many documents has asked for leave the compiler's cache. What records have in common, as the
// text of one template, is laid out once for as long as one in so many needs it.
const cache_age_documents_max = 10

// The words are a file rather than an input: inputs belong to the compiler's library, and with another library nothing
// that was compiled before counts.
const dataFile = 'data.json'

const [workspace = '', ...fontFiles] = process.argv.slice(2)
const compiler = NodeCompiler.create({
  workspace,
  fontArgs: [{ fontBlobs: fontFiles.map((file) => readFileSync(file)) }],
})

process.on('disconnect', () => process.exit())
process.on('message', (request: TypesetterRequest) => {
  // Nobody is there to be told when the parent was killed meanwhile; 'disconnect' then ends this process.
  process.send?.(handleRequest(request), undefined, undefined, () => {})
})

function handleRequest(request: TypesetterRequest): TypesetterResponse {
  const steps: TimedStep[] = []
  const timed = <T>(name: string, step: () => T): T => {
    if (!request.isTimed) return step()
    const startMs = now()
    try {
      return step()
    } finally {
      steps.push({ name, startMs, endMs: now() })
    }
  }
  try {
    const pdf = render(request, timed)
    return { pdf, steps, rssBytes: process.memoryUsage.rss() }
  } catch (error) {
    return { fault: describeError(error), steps, rssBytes: process.memoryUsage.rss() }
  }
}

const now = () => performance.timeOrigin + performance.now()

/**
 * Compiles once and exports twice. PDF/UA is exported first and thrown away: it refuses what a screen
 * reader could not use. One export can claim only one standard, and the one kept is PDF/A.
 */
function render(
  { main, data, assets, createdAtSeconds }: TypesetterRequest,
  timed: <T>(name: string, step: () => T) => T,
): Uint8Array {
  const files = { ...assets, [dataFile]: Buffer.from(data) }
  const shadows = Object.entries(files).map(([name, bytes]) => ({ path: join(workspace, name), bytes }))
  try {
    for (const { path, bytes } of shadows) compiler.mapShadow(path, Buffer.from(bytes))
    const compiled = timed('compile', () => compiler.compile({ mainFilePath: main }))
    const document = compiled.result
    if (!document) {
      const diagnostics: { message: string }[] = compiled.takeError()?.shortDiagnostics ?? []
      throw new Error(diagnostics.map(({ message }) => `message: "${message}"`).join(' '))
    }
    const write = (pdfStandard: 'ua-1' | 'a-2a') =>
      timed(`write ${pdfStandard}`, () =>
        compiler.pdf(document, { pdfStandard, creationTimestamp: createdAtSeconds }),
      )
    write('ua-1')
    return write('a-2a')
  } finally {
    for (const { path } of shadows) compiler.unmapShadow(path)
    compiler.evictCache(cache_age_documents_max)
  }
}

/** The compiler's own messages. Whatever they quote is cut out: it may be a patient's words. */
function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  const messages = Array.from(text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g), ([, message]) => message ?? '')
  const spoken = messages.map((message) => message.replace(/`[^`]*`|\\"(?:[^"\\]|\\[^"])*\\"/g, '…'))
  return spoken.slice(0, 3).join('; ') || 'the compiler gave no reason'
}
