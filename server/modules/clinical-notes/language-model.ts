import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai'
import { z } from 'zod'
import type { suggestionOutcomes } from '../../../contract/clinical-notes.ts'
import { language_model_ms_max } from '../../../contract/limits.ts'

/** Which language model is asked, where one is set up. */
export type LanguageModelSettings = {
  provider: 'openai-compatible' | 'anthropic'
  baseUrl: string
  model: string
  /** Empty where the endpoint asks for none. */
  apiKey: string
}

const shortText = z.string().min(1).max(400)
const ModelAnswer = z.object({
  treatments: z.array(z.object({ subtype: z.string().max(120), words: shortText })).max(20),
  factors: z
    .array(
      z.object({ factor: z.string().max(60), answer: z.enum(['yes', 'no', 'unknown']), words: shortText }),
    )
    .max(40),
  diagnosis: z.object({ text: z.string().min(1).max(300), words: shortText }).nullable(),
  placeholders: z
    .array(
      z.object({
        name: z.enum(['price', 'visits', 'material', 'reason']),
        value: z.string().min(1).max(300),
        words: shortText,
      }),
    )
    .max(10),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

type Failure = Exclude<(typeof suggestionOutcomes)[number], 'answered' | 'too-often'>
export type ModelReply = { outcome: 'answered'; answer: ModelAnswer } | { outcome: Failure }

/** Asks once, and once more where that may help. Never throws: without an answer everything works as without a model. */
export type AskModel = (question: { instructions: string; note: string }) => Promise<ModelReply>

const output_tokens_max = 2000

/** Its remarks on settings would go to the console; the product has a log of its own. */
globalThis.AI_SDK_LOG_WARNINGS = false

function modelOf({ provider, baseUrl, model, apiKey }: LanguageModelSettings) {
  const own = { baseURL: baseUrl, fetch: fetchWithoutRedirects }
  return provider === 'anthropic'
    ? createAnthropic({ ...own, apiKey })(model)
    : createOpenAICompatible({ ...own, name: 'language-model', ...(apiKey && { apiKey }) })(model)
}

/** A note goes where it was said to go, and nowhere else. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })

const busyStatuses = new Set([429, 503, 529])

/** What failed, in one word; the error itself holds the note, and goes no further. */
function failureOf(error: unknown, isOver: boolean): Failure {
  if (isOver || (error instanceof Error && /^(?:TimeoutError|AbortError)$/.test(error.name))) return 'slow'
  if (NoObjectGeneratedError.isInstance(error)) return 'unreadable'
  if (!APICallError.isInstance(error)) return 'unreadable'
  if (busyStatuses.has(error.statusCode ?? 0)) return 'busy'
  if (error.statusCode === 200) return 'unreadable'
  return error.statusCode !== undefined && error.statusCode < 500 ? 'refused' : 'busy'
}

const isRetryable: Record<Failure, boolean> = { busy: true, unreadable: true, refused: false, slow: false }

/** A model that is asked for JSON of one shape, checked before anything is made of it. */
export function createLanguageModel(
  settings: LanguageModelSettings,
  milliseconds_max = language_model_ms_max,
): AskModel {
  const model = modelOf(settings)
  return async ({ instructions, note }) => {
    const signal = AbortSignal.timeout(milliseconds_max)
    const ask = async (): Promise<ModelReply> => {
      try {
        const { output } = await generateText({
          model,
          instructions,
          prompt: note,
          output: Output.object({ schema: ModelAnswer }),
          maxOutputTokens: output_tokens_max,
          maxRetries: 0,
          abortSignal: signal,
        })
        return { outcome: 'answered', answer: output }
      } catch (error) {
        return { outcome: failureOf(error, signal.aborted) }
      }
    }
    const first = await ask()
    return first.outcome !== 'answered' && isRetryable[first.outcome] ? ask() : first
  }
}
