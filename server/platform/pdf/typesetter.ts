import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { addAccessibilityMarker } from './accessibility-marker.ts'
import type { FontFamily } from './font-coverage.ts'
import { isTraced, recordSteps, traced, type TimedStep } from '../tracing/spans.ts'
import { createTextNormaliser, normaliseStrings } from './text-normaliser.ts'

/** A document to draw: a Typst file and what it says. */
export type RenderInput = {
  /** Path of the `.typ` file, inside the workspace. */
  main: string
  /** Any JSON value. The file reads it with `json("/data.json")`; it is never markup. */
  data: unknown
  /** Pictures, by the name under which the file reads them, at the root of the workspace. */
  assets?: Readonly<Record<string, Uint8Array>>
  /** When the document says it was made. Same drawing, same time: same bytes. */
  createdAt: Date
}

/** When a document is given up, and when the process that draws is replaced by a fresh one. */
export type TypesetterLimits = { documentMs: number; documentsPerProcess: number; processBytes: number }

/** Draws documents, one at a time. */
export type Typesetter = {
  /**
   * Draws a tagged PDF that claims PDF/A-2a and PDF/UA-1.
   * @throws TypesettingError when the document cannot be drawn, takes too long or ends the process; the
   * next document is not affected.
   */
  render(drawing: RenderInput): Promise<Uint8Array>
  /** Finishes the documents already asked for, refuses new ones, and ends the process. */
  stop(): Promise<void>
}

export type TypesetterRequest = {
  main: string
  data: string
  assets: Record<string, Uint8Array>
  createdAtSeconds: number
  /** Whether the times of its steps are asked for: the process has no way to send them anywhere itself. */
  isTimed: boolean
}
export type TypesetterResponse = { rssBytes: number; steps: TimedStep[] } & (
  { pdf: Uint8Array } | { fault: string }
)

/** A document could not be drawn. The message names the reason and never quotes the document. */
export class TypesettingError extends Error {
  override name = 'TypesettingError'
}

const defaultLimits: TypesetterLimits = {
  documentMs: 20_000,
  documentsPerProcess: 1_000,
  processBytes: 400 * 1024 * 1024,
}

/**
 * Starts nothing yet: the process that draws is made for the first document.
 * @param options.workspace the folder below which documents may read files
 * @param options.fonts every family the documents name; nothing else is used to draw their words
 */
export function createTypesetter(options: {
  workspace: string
  fonts: readonly FontFamily[]
  limits?: Partial<TypesetterLimits>
}): Typesetter {
  const limits = { ...defaultLimits, ...options.limits }
  const normalise = createTextNormaliser(options.fonts)
  let child: ChildProcess | undefined
  let drawnByChild = 0
  let queue: Promise<unknown> = Promise.resolve()
  let stopping = false

  function render(drawing: RenderInput): Promise<Uint8Array> {
    if (stopping) return Promise.reject(new TypesettingError('the typesetter has stopped'))
    const drawn = queue.then(() => traced('draw document', {}, () => drawNext(drawing)))
    queue = drawn.catch(() => undefined)
    return drawn
  }

  async function drawNext({ main, data, assets = {}, createdAt }: RenderInput): Promise<Uint8Array> {
    child ??= startChild(options)
    const answer = await requestRender(
      child,
      {
        main,
        data: JSON.stringify(normaliseStrings(data, normalise)),
        assets: { ...assets },
        createdAtSeconds: Math.floor(createdAt.getTime() / 1000),
        isTimed: isTraced(),
      },
      limits.documentMs,
    ).catch(async (error: unknown) => {
      await retire()
      throw error
    })
    recordSteps(answer.steps)
    drawnByChild += 1
    if (drawnByChild >= limits.documentsPerProcess || answer.rssBytes > limits.processBytes) await retire()
    if ('fault' in answer) throw new TypesettingError(answer.fault)
    return addAccessibilityMarker(answer.pdf)
  }

  async function retire(): Promise<void> {
    const retired = child
    child = undefined
    drawnByChild = 0
    if (!retired || retired.exitCode !== null || retired.signalCode !== null) return
    const ended = once(retired, 'exit')
    retired.kill('SIGKILL')
    await ended
  }

  async function stop(): Promise<void> {
    stopping = true
    await queue
    await retire()
  }

  return { render, stop }
}

/** The process gets no environment, so none of the server's secrets are in it. */
function startChild({ workspace, fonts }: { workspace: string; fonts: readonly FontFamily[] }): ChildProcess {
  const files = fonts.flatMap((family) => family.files)
  return fork(new URL('./typesetter-child.ts', import.meta.url), [workspace, ...files], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
  })
}

function requestRender(
  child: ChildProcess,
  request: TypesetterRequest,
  timeoutMs: number,
): Promise<TypesetterResponse> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => settle(() => reject(new TypesettingError(reason)))
    const onMessage = (answer: unknown) => settle(() => resolve(answer as TypesetterResponse))
    const onExit = () => fail('the process that draws documents ended')
    const onError = () => fail('the process that draws documents could not be reached')
    const timer = setTimeout(() => fail(`drawing took longer than ${timeoutMs} ms`), timeoutMs)
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      finish()
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(request, (error) => error && onError())
  })
}
