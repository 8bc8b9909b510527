import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openMockLanguageModel,
  type MockLanguageModel,
  type MockModelReply,
} from '../../testing/mock-language-model.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'

let peer: MockLanguageModel

beforeAll(async () => {
  peer = await openMockLanguageModel()
})
afterAll(() => peer.close())

const answer = {
  treatments: [{ subtype: 'Molar Root Canal', words: 'RCT' }],
  factors: [{ factor: 'doac', answer: 'yes', words: 'apixaban' }],
  diagnosis: null,
  placeholders: [{ name: 'price', value: '£450', words: '£450' }],
}
const question = { instructions: 'Answer as JSON', note: 'UL6 RCT, apixaban, £450' }

const protocols: [string, Omit<LanguageModelSettings, 'baseUrl'>, string][] = [
  [
    'OpenAI’s',
    { provider: 'openai-compatible', model: 'small', apiKey: 'secret-key' },
    '/v1/chat/completions',
  ],
  [
    'Anthropic’s',
    { provider: 'anthropic', model: 'claude-sonnet-4-5', apiKey: 'secret-key' },
    '/v1/messages',
  ],
  [
    'Anthropic’s without schemas',
    { provider: 'anthropic', model: 'old', apiKey: 'secret-key' },
    '/v1/messages',
  ],
]

describe.each(protocols)('a model that speaks %s protocol', (_name, settings, path) => {
  const ask = (milliseconds?: number) =>
    createLanguageModel({ ...settings, baseUrl: peer.baseUrl }, milliseconds)(question)

  it('gets the note and what it is told, with its key, and is understood', async () => {
    peer.replyWith({ says: answer })
    expect(await ask()).toEqual({ outcome: 'answered', answer })
    const [asked] = peer.requests
    expect(peer.requests).toHaveLength(1)
    expect(asked!.path).toBe(path)
    expect(asked!.body.model).toBe(settings.model)
    expect(asked!.text).toContain(question.note)
    expect(asked!.text).toContain(question.instructions)
    const { authorization, 'x-api-key': key } = asked!.headers
    expect(key ?? authorization).toMatch(/^(Bearer )?secret-key$/)
  })

  const outcomes: [string, MockModelReply[], string, number][] = [
    ['writes no JSON', [{ writes: 'I am sorry, as a model I' }], 'unreadable', 2],
    ['writes half of it', [{ writes: '{"treatments": [{"subt' }], 'unreadable', 2],
    ['answers in another shape', [{ says: { treatment: 'RCT' } }], 'unreadable', 2],
    [
      'answers with an answer there is not',
      [{ says: { ...answer, factors: [{ factor: 'doac', answer: 'maybe', words: 'x' }] } }],
      'unreadable',
      2,
    ],
    ['is asked too often', [{ status: 429 }], 'busy', 2],
    ['is overloaded', [{ status: 503 }], 'busy', 2],
    ['breaks', [{ status: 500 }], 'busy', 2],
    ['refuses the key', [{ status: 401 }], 'refused', 1],
    ['refuses the question', [{ status: 400 }], 'refused', 1],
    ['knows no such model', [{ status: 404 }], 'refused', 1],
    ['sends elsewhere', [{ status: 307 }], 'busy', 2],
  ]
  it.each(outcomes)('that %s is asked no more often than helps', async (_what, turns, outcome, times) => {
    peer.replyWith(...turns)
    expect(await ask()).toEqual({ outcome })
    expect(peer.requests).toHaveLength(times)
  })

  it.each<[string, MockModelReply]>([
    ['was busy', { status: 429 }],
    ['wrote nonsense', { writes: 'nonsense' }],
  ])('that %s once is asked again', async (_what, turn) => {
    peer.replyWith(turn, { says: answer })
    expect(await ask()).toEqual({ outcome: 'answered', answer })
    expect(peer.requests).toHaveLength(2)
  })

  it('that never answers is not waited for, nor asked again', async () => {
    peer.replyWith('silence')
    expect(await ask(200)).toEqual({ outcome: 'slow' })
    expect(peer.requests.length).toBeLessThanOrEqual(1)
  })
})

it('a model that cannot be reached is busy', async () => {
  const ask = createLanguageModel({
    provider: 'openai-compatible',
    model: 'small',
    apiKey: '',
    baseUrl: 'http://127.0.0.1:9/v1',
  })
  expect(await ask(question)).toEqual({ outcome: 'busy' })
})
